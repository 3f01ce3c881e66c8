import { summaryCard } from '@playhead/features/account/usage/slots'

export const billingParts = [summaryCard({ order: 20, load: () => import('./limits-card.tsx') })]
