import { billingTop } from '@playhead/features/account/usage/slots'

export const plansParts = [billingTop({ order: 10, load: () => import('./billing-part.tsx') })]
