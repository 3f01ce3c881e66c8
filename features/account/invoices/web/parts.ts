import { billingTop, summaryCard } from '@playhead/features/account/usage/slots'

export const invoicesParts = [
  billingTop({ order: 15, load: () => import('./owed-here-part.tsx') }),
  billingTop({ order: 20, load: () => import('./attention-part.tsx') }),
  summaryCard({ order: 5, load: () => import('./balance-card.tsx') }),
]
