import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { presentEvent } from '@playhead/features/activity/events/server'
import type { webhooks } from '../../contract.ts'
import { findEvent, listAttempts } from './deliveries.sql.ts'
import { deliveryPlace } from './delivery-place.ts'
import { presentAttempt } from './present-attempt.ts'
import { presentDelivery } from './present-delivery.ts'
import { requireDelivery } from './require-delivery.ts'

export const retrieveDelivery: Handlers<typeof webhooks>['retrieveDelivery'] = async ({
  environment,
  params,
}) => {
  const place = deliveryPlace(params)
  const row = await requireDelivery(environment, place)
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
