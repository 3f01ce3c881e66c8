import type { BillingFrequency, Fees } from '@playhead/domain/plans.ts'
import { yearOf } from '@playhead/domain/rating/fee-lines.ts'

interface Chosen {
  id: string
  fees: Fees
  frequency: BillingFrequency
}

const feeOfYear = ({ fees, frequency }: Chosen) =>
  frequency === 'year' ? fees.year : fees.month * 12

/** What costs less waits for the end of what is paid for, and so does the way from a year back to months. */
export const isAtOnce = (current: Chosen, next: Chosen) => {
  const [before, after] = [feeOfYear(current), feeOfYear(next)]
  const isShorter =
    current.id === next.id && current.frequency === 'year' && next.frequency === 'month'
  return before === 0 || (after >= before && !isShorter)
}

/** When the month or year that runs ends: months are calendar months in UTC. */
export const endOfPeriod = (frequency: BillingFrequency, periodStart: Date, now: Date) =>
  frequency === 'year'
    ? yearOf(periodStart, now).until
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
