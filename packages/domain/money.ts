import { unknownValue } from './format.ts'

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
