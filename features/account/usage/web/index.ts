export { BillingTop } from './billing-top.tsx'
export { billingLoadError } from './load-error.ts'
