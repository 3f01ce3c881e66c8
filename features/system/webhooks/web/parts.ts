import { eventCard } from '@playhead/features/activity/events/slots'

export const webhooksParts = [
  eventCard({ order: 10, load: () => import('./event-attempts-card.tsx') }),
]
