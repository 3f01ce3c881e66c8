import { BillingHeader } from './billing-header.tsx'

export const Part = BillingHeader
