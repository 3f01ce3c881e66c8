import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { presentEvent } from '@playhead/features/activity/events/server'
import type { webhooks } from '../contract.ts'
import {
  countDeliveries,
  findDelivery,
  findEvent,
  insertTestEvent,
  listAttempts,
  listDeliveries as list,
  type Place,
  updateDeliveryAgain,
} from './deliveries.sql.ts'
import { presentAttempt, presentDelivery, presentWebhookOfEvent } from './present.ts'
import { findWebhook } from './webhooks.sql.ts'

type Handle = Handlers<typeof webhooks>

const webhookOf = async (environment: Environment, id: string) => {
  const found = await findWebhook(environment, id)
  if (!found) throw notFound('webhook')
  return found
}

const deliveryOf = async (environment: Environment, place: Place) => {
  const found = await findDelivery(environment, place)
  if (!found) throw notFound('delivery')
  return found
}

const refuseDisabled = ({ is_enabled: isEnabled }: { is_enabled: boolean }) => {
  if (!isEnabled)
    throw new ApiError('invalid_parameters', {
      messages: ['This webhook is off. Enable it to send events.'],
    })
}

const placeOf = ({ id, event_id: eventId }: { id: string; event_id: string }): Place => ({
  webhookId: id,
  eventId,
})

export const listEventAttempts: Handle['eventAttempts'] = async ({ environment, params }) => {
  if (!(await findEvent(environment, params.id))) throw notFound('event')
  const rows = await listAttempts(environment, { eventId: params.id })
  return { data: rows.map(presentAttempt) }
}

export const listDeliveries: Handle['listDeliveries'] = async ({ environment, params, query }) => {
  await webhookOf(environment, params.id)
  const { page, limit, status } = query
  const given = { webhookId: params.id, status }
  const [count, rows] = await Promise.all([
    countDeliveries(environment, given),
    list(environment, { ...given, page, limit }),
  ])
  return { data: rows.map(presentDelivery), total_row_count: count, page, limit }
}

export const retrieveDelivery: Handle['retrieveDelivery'] = async ({ environment, params }) => {
  const place = placeOf(params)
  const row = await deliveryOf(environment, place)
  const [event, attempts] = await Promise.all([
    findEvent(environment, place.eventId),
    listAttempts(environment, place),
  ])
  if (!event) throw notFound('event')
  return {
    data: {
      ...presentDelivery(row),
      attempts: attempts.map(presentAttempt),
      payload: { ...presentEvent(event) },
    },
  }
}

export const resendDelivery: Handle['resend'] = async ({ environment, params }) => {
  const place = placeOf(params)
  refuseDisabled(await deliveryOf(environment, place))
  await updateDeliveryAgain(environment, place)
  return { data: presentDelivery(await deliveryOf(environment, place)) }
}

export const sendTestEvent: Handle['sendTest'] = async ({ environment, params }) => {
  const webhook = await webhookOf(environment, params.id)
  refuseDisabled(webhook)
  const { event_id: eventId } = await insertTestEvent(
    environment,
    webhook.id,
    presentWebhookOfEvent(webhook),
  )
  return {
    data: presentDelivery(await deliveryOf(environment, { webhookId: webhook.id, eventId })),
  }
}
