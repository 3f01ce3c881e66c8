import { unknownValue } from './format.ts'

/** What one or a thousand units cost may be less than a cent, so a price has up to six decimals. */
export const formatPrice = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(cents / 100)

/** BILL-022: amounts are in cents, and shown with two decimals. */
export const formatCents = (cents: number | null | undefined, currency = 'USD'): string => {
  if (cents === null || cents === undefined || !Number.isFinite(cents)) return unknownValue
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(cents / 100)
}
