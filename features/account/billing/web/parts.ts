import { detailsCard, summaryCard } from '@playhead/features/account/usage/slots'

export const billingParts = [
  summaryCard({ order: 8, load: () => import('./plan-facts-card.tsx') }),
  summaryCard({ order: 10, load: () => import('./cap-card.tsx') }),
  detailsCard({ order: 10, load: () => import('./cap-card.tsx') }),
  summaryCard({ order: 20, load: () => import('./limits-card.tsx') }),
]
