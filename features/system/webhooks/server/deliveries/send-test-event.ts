import { insertTestEvent } from '@playhead/server-kit/events/events.sql.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { webhooks } from '../../contract.ts'
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
  const sent = await insertTestEvent(environment, webhook.id, presentWebhookOfEvent(webhook))
  if (!sent) throw notFound('webhook')
  const place = { webhookId: webhook.id, eventId: sent.event_id }
  return { data: presentDelivery(await requireDelivery(environment, place)) }
}
