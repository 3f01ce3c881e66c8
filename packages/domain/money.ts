import { unknownValue } from './format.ts'
import { numberFormatter } from './formatters.ts'

/** What one or a thousand units cost may be less than a cent, so a price has up to six decimals. */
export const formatPrice = (cents: number, currency: string, decimalsMax = 6): string =>
  numberFormatter({
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: decimalsMax,
  }).format(cents / 100)

const microsOfCent = 1e6
const decimalsOfMicros = 8

/** Every digit of a price in micro-cents, so that a reader can multiply it by a quantity. */
export const formatExactPrice = (micros: number, currency: string): string =>
  formatPrice(micros / microsOfCent, currency, decimalsOfMicros)

/** BILL-022: amounts are in cents, and shown with two decimals. */
export const formatCents = (cents: number | null | undefined, currency = 'USD'): string => {
  if (cents === null || cents === undefined || !Number.isFinite(cents)) return unknownValue
  return numberFormatter({
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(cents / 100)
}
