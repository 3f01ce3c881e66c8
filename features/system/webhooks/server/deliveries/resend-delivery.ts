import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { webhooks } from '../../contract.ts'
import { updateDeliveryAgain } from './deliveries.sql.ts'
import { deliveryPlace } from './delivery-place.ts'
import { presentDelivery } from './present-delivery.ts'
import { refuseDisabled } from './refuse-disabled.ts'
import { requireDelivery } from './require-delivery.ts'

export const resendDelivery: Handlers<typeof webhooks>['resend'] = async ({
  environment,
  params,
}) => {
  const place = deliveryPlace(params)
  refuseDisabled(await requireDelivery(environment, place))
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await updateDeliveryAgain(tenant, place)
    // Read before the commit, which starts the attempt.
    return { data: presentDelivery(await requireDelivery(tenant, place)) }
  })
}
