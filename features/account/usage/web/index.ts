export { BillingTop } from './billing-top.tsx'
export { dayName } from './usage-texts.ts'
export { billingLoadError } from './load-error.ts'
