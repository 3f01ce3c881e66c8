import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { webhooks } from '../contract.ts'
import { addressTaken, checkAddress } from './check-address.ts'
import { presentWebhook } from './present-webhook.ts'
import { recordWebhookChange } from './record-webhook-change.ts'
import {
  isAddressTaken,
  lockWebhook,
  lockWebhooks,
  updateWebhook as update,
} from './webhooks.sql.ts'

export const updateWebhook: Handlers<typeof webhooks>['update'] = ({
  app,
  params,
  body,
  ...context
}) =>
  context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    await lockWebhooks(tenant)
    const current = await lockWebhook(tenant, params.id)
    if (!current) throw notFound('webhook')
    if (body.address === undefined && body.enabled === undefined)
      throw new ApiError('invalid_parameters', { messages: ['Give address or enabled.'] })
    const address = body.address ?? current.address
    if (address !== current.address) {
      checkAddress(app, address)
      if (await isAddressTaken(tenant, address, current.id)) throw addressTaken()
    }
    const changed = await update(tenant, current.id, {
      address,
      isEnabled: body.enabled ?? current.is_enabled,
    })
    await recordWebhookChange({ ...context }, tenant, 'updated', changed)
    return { data: presentWebhook(changed) }
  })
