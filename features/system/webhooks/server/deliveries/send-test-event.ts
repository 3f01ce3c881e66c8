import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { webhooks } from '../../contract.ts'
import { insertTestEvent } from './deliveries.sql.ts'
import { presentDelivery } from './present-delivery.ts'
import { presentWebhookOfEvent } from '../present-webhook.ts'
import { refuseDisabled } from './refuse-disabled.ts'
import { requireDelivery } from './require-delivery.ts'
import { requireWebhook } from '../require-webhook.ts'

export const sendTestEvent: Handlers<typeof webhooks>['sendTest'] = async ({
  environment,
  params,
}) => {
  const webhook = await requireWebhook(environment, params.id)
  refuseDisabled(webhook)
  const { event_id: eventId } = await insertTestEvent(
    environment,
    webhook.id,
    presentWebhookOfEvent(webhook),
  )
  return {
    data: presentDelivery(await requireDelivery(environment, { webhookId: webhook.id, eventId })),
  }
}
