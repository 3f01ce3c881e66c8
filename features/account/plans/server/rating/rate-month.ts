import {
  type FeeLine,
  feeLines,
  includedOfMonth,
  type Period,
  pricedPeriods,
  type SubscriptionSpan,
} from '@playhead/domain/rating/fee-lines.ts'
import type { Price } from '@playhead/domain/rate.ts'
import { type RatedLine, rateUsage, type UsedLine } from '@playhead/domain/rating/rate-usage.ts'
import { sumUsage } from '@playhead/features/account/usage/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'

export interface RatedMonth {
  fees: FeeLine[]
  usage: RatedLine[]
  cents: bigint
}

/** An hour belongs to the part of the month that its beginning is in. */
const nextHour = (time: Date) => new Date(Math.ceil(time.getTime() / 3_600_000) * 3_600_000)

const lineOf = ({ meter, tier, quality }: UsedLine) => [meter, tier, quality].join(' ')

/** What was used while usage was charged. */
const chargedUsage = async (organization: Organization, periods: readonly Period[]) => {
  const lines = new Map<string, UsedLine>()
  for (const { from, until } of periods) {
    const slice = { from: nextHour(from), until: nextHour(until) }
    for (const row of await sumUsage(organization, slice, 'all')) {
      const { meter, tier, quality } = row
      const before = lines.get(lineOf(row))?.thousandths ?? 0n
      lines.set(lineOf(row), { meter, tier, quality, thousandths: before + row.thousandths })
    }
  }
  return [...lines.values()]
}

/** What a calendar month costs by its plans and by prices: fees, and the usage beyond what the plans include. */
export const rateMonth = async (
  organization: Organization,
  { month, spans, prices }: { month: Period; spans: SubscriptionSpan[]; prices: readonly Price[] },
): Promise<RatedMonth> => {
  const fees = feeLines(spans, month)
  const used = await chargedUsage(organization, pricedPeriods(spans, month))
  const usage = rateUsage(used, prices, includedOfMonth(spans, month))
  const all = [...fees.map(({ cents }) => cents), ...usage.map(({ cents }) => cents ?? 0n)]
  return { fees, usage, cents: all.reduce((sum, cents) => sum + cents, 0n) }
}
