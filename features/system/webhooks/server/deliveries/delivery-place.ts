import type { Place } from './deliveries.sql.ts'

export const deliveryPlace = ({
  id,
  event_id: eventId,
}: {
  id: string
  event_id: string
}): Place => ({
  webhookId: id,
  eventId,
})
