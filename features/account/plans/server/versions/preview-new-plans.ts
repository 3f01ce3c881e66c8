import type { SubscriptionSpan } from '@playhead/domain/rating/fee-lines.ts'
import {
  addMonths,
  bookOf,
  listPriceBooks,
  monthText,
  startOfMonth,
} from '@playhead/features/account/usage/server'
import type { App } from '@playhead/server-kit/app.ts'
import { rateMonth } from '../rating/rate-month.ts'
import { spansOf } from '../subscription/spans-of.ts'
import type { NewPlan } from './plan-file.ts'
import { refuseOtherCurrency } from './refuse-other-currency.ts'
import { listSubscribers } from './subscribers.sql.ts'

const replaced = (span: SubscriptionSpan, plans: readonly NewPlan[]): SubscriptionSpan => {
  const plan = plans.find(({ id }) => id === span.planId)
  return plan
    ? {
        ...span,
        fees: plan.fees,
        included: plan.included,
        overage: plan.overage,
        currency: plan.currency,
      }
    : span
}

/** What the organizations that had these plans last month would have paid, and what it was by the versions they had. */
export const previewNewPlans = async ({ postgres, clock }: App, plans: readonly NewPlan[]) => {
  await refuseOtherCurrency(postgres, plans)
  const from = addMonths(startOfMonth(clock.now()), -1)
  const month = { from, until: addMonths(from, 1) }
  const prices = bookOf(await listPriceBooks(postgres), from)?.prices ?? []
  const ids = await listSubscribers(
    postgres,
    plans.map(({ id }) => id),
    month,
  )
  let [after, before] = [0n, 0n]
  for (const id of ids) {
    const organization = { id, postgres }
    const spans = await spansOf(organization, month)
    before += (await rateMonth(organization, { month, spans, prices })).cents
    const changed = spans.map((span) => replaced(span, plans))
    after += (await rateMonth(organization, { month, spans: changed, prices })).cents
  }
  return {
    month: monthText(from),
    organizations: ids.length,
    currency: plans[0]?.currency ?? 'USD',
    cents: Number(after),
    cents_before: Number(before),
  }
}
