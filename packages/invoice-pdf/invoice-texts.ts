import { formatDay, formatNumber } from '@playhead/domain/format.ts'
import { formatCents, formatPrice } from '@playhead/domain/money.ts'
import type { PrintedUsage } from './printed-invoice.ts'

const utc = { timeZone: 'UTC' } as const
const microsOfCent = 1e6

export const dayText = (date: Date) => formatDay(date, utc)

/** The last day is the one before the next period. */
export const periodText = ({ from, until }: { from: Date; until: Date }) =>
  `${dayText(from)} to ${dayText(new Date(until.getTime() - 1))}`

export const money = (cents: number, currency: string) => formatCents(cents, currency)

/** Known steps stand below the line. Invoices from before they were kept stay as they were drawn. */
export const priceText = ({ unitMicros, steps }: PrintedUsage, currency: string) => {
  if (unitMicros !== null) return formatPrice(unitMicros / microsOfCent, currency)
  return steps === null ? 'in steps' : ''
}

const decimalsMax = 3

/** As many decimals as it has, of three. */
export const quantityText = (quantity: number) => {
  const decimals = (String(Number(quantity.toFixed(decimalsMax))).split('.')[1] ?? '').length
  return formatNumber(quantity, decimals)
}

export const percentText = (percent: number) => `${quantityText(percent)} %`
