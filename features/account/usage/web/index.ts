export { BillingTop } from './billing-top.tsx'
