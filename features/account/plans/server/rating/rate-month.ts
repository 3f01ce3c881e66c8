import {
  type FeeLine,
  feeLines,
  type IncludedAmounts,
  includedOfMonth,
  type Period,
  pricedPeriods,
  type SubscriptionSpan,
} from '@playhead/domain/rating/fee-lines.ts'
import type { Price } from '@playhead/domain/rate.ts'
import { type RatedLine, rateUsage } from '@playhead/domain/rating/rate-usage.ts'
import { type EnvironmentUsage, sumOfEnvironments } from '@playhead/domain/rating/sum-usage.ts'
import { sumUsage } from '@playhead/features/account/usage/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'

export interface RatedMonth {
  fees: FeeLine[]
  usage: RatedLine[]
  /** What `usage` is the sum of. */
  ofEnvironments: EnvironmentUsage[]
  included: IncludedAmounts
  cents: bigint
}

/** An hour belongs to the part of the month that its beginning is in. */
const nextHour = (time: Date) => new Date(Math.ceil(time.getTime() / 3_600_000) * 3_600_000)

/** What each environment used while usage was charged. */
export const chargedUsage = async (organization: Organization, periods: readonly Period[]) => {
  const rows: EnvironmentUsage[] = []
  for (const { from, until } of periods) {
    const slice = { from: nextHour(from), until: nextHour(until) }
    for (const { key, ...used } of await sumUsage(organization, slice, 'environment'))
      rows.push({ environmentId: key, ...used })
  }
  return rows
}

/** What a calendar month costs by its plans and by prices: fees, and the usage beyond what the plans include. */
export const rateMonth = async (
  organization: Organization,
  { month, spans, prices }: { month: Period; spans: SubscriptionSpan[]; prices: readonly Price[] },
): Promise<RatedMonth> => {
  const fees = feeLines(spans, month)
  const ofEnvironments = await chargedUsage(organization, pricedPeriods(spans, month))
  const included = includedOfMonth(spans, month)
  const usage = rateUsage(sumOfEnvironments(ofEnvironments), prices, included)
  const all = [...fees.map(({ cents }) => cents), ...usage.map(({ cents }) => cents ?? 0n)]
  return {
    fees,
    usage,
    ofEnvironments,
    included,
    cents: all.reduce((sum, cents) => sum + cents, 0n),
  }
}

/** Fees have the currency of their plan. A plan without fees has none of its own: usage has that of the prices. */
export const currencyOfMonth = (
  fees: readonly FeeLine[],
  book: { currency: string } | undefined,
  spans: readonly SubscriptionSpan[],
) => fees.find(({ cents }) => cents !== 0n)?.currency ?? book?.currency ?? spans.at(-1)?.currency
