import { currencyOfMonth, rateMonth, spansOf } from '@playhead/features/account/plans/server'
import {
  addMonths,
  bookOf,
  listPriceBooks,
  startOfMonth,
} from '@playhead/features/account/usage/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'

/** The fees of the running month, and its usage beyond what the plan includes, until the last hour that is counted. */
export const monthMoney = async (organization: Organization, now: Date) => {
  const from = startOfMonth(now)
  const month = { from, until: addMonths(from, 1) }
  const spans = await spansOf(organization, month)
  const book = bookOf(await listPriceBooks(organization.postgres), from)
  const { fees, cents } = await rateMonth(organization, {
    month,
    spans,
    prices: book?.prices ?? [],
  })
  const feeCents = fees.reduce((sum, line) => sum + line.cents, 0n)
  const currency = currencyOfMonth(fees, book, spans) ?? 'USD'
  return {
    currency,
    fee_cents: Number(feeCents),
    usage_currency: book?.currency ?? currency,
    usage_cents: Number(cents - feeCents),
  }
}
