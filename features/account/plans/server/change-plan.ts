import { ApiError, forbidden, invalidField } from '@playhead/contract-kit/errors.ts'
import { type BillingFrequency, planNameOf } from '@playhead/domain/plans.ts'
import { feeLines, type SubscriptionSpan } from '@playhead/domain/rating/fee-lines.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { plans } from '../contract.ts'
import { obstaclesTo } from './change/obstacles.ts'
import { endOfPeriod, isAtOnce } from './change/timing.ts'
import { noticeOfNext } from './change/notice.ts'
import { findOfferedPlan, type PlanRow, planVersionOf } from './subscription/plans.sql.ts'
import { spansOf } from './subscription/spans-of.ts'
import { subscribe } from './subscription/subscribe.ts'
import {
  cancelScheduledChange,
  scheduleChange,
  type SubscriptionRow,
  subscriptionOf,
} from './subscription/subscriptions.sql.ts'

const monthAt = (time: Date) => ({
  from: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1)),
  until: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)),
})

const sumOf = (spans: readonly SubscriptionSpan[], now: Date) =>
  Number(feeLines(spans, monthAt(now)).reduce((sum, { cents }) => sum + cents, 0n))

const spanFrom = (plan: PlanRow, frequency: BillingFrequency, from: Date): SubscriptionSpan => ({
  planId: plan.id,
  planName: plan.name,
  planVersion: plan.version,
  frequency,
  fees: plan.fees,
  included: plan.included,
  overage: plan.overage,
  currency: plan.currency,
  from,
  until: null,
})

/** What the fees of this month are, and would be with the plan from now on. */
const feesWith = async (
  organization: Organization,
  plan: PlanRow,
  frequency: BillingFrequency,
  now: Date,
) => {
  const before = await spansOf(organization, monthAt(now))
  const ended = before.map((span) => (span.until === null ? { ...span, until: now } : span))
  const after = [...ended, spanFrom(plan, frequency, now)]
  return { before: sumOf(before, now), after: sumOf(after, now) }
}

const currentPlan = async (organization: Organization, current: SubscriptionRow | undefined) =>
  current && planVersionOf(organization.postgres, current.plan_id, current.plan_version)

/** BILL-032: up at once, down at the end of the period; choosing the present plan takes a change back. */
export const changePlan: Handlers<typeof plans>['change'] = async ({
  app,
  organization,
  membership,
  session,
  request,
  body: { plan_id: id, billing_frequency: frequency, preview },
}) => {
  if (app.settings.billing === 'showback')
    throw forbidden('The operator of this server sets the plan.')
  if (membership.marketplace_type !== null)
    throw forbidden(
      `Your billing is managed through ${membership.marketplace_type}. Please access their website for more information.`,
    )
  return organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const now = app.clock.now()
    const current = await subscriptionOf(tenant)
    const plan = await findOfferedPlan(transaction, id)
    if (!plan?.is_self_service)
      throw invalidField(
        'plan_id',
        `${planNameOf(id) ?? 'This plan'} is not offered. Please contact us.`,
      )
    const had = await currentPlan(tenant, current)
    const isSame =
      current?.plan_id === plan.id &&
      current.plan_version === plan.version &&
      current.billing_frequency === frequency
    const obstacles = isSame ? [] : await obstaclesTo(tenant, plan)
    if (obstacles.length > 0) throw new ApiError('invalid_parameters', { messages: obstacles })
    const isNow =
      isSame ||
      !current ||
      !had ||
      isAtOnce({ ...had, frequency: current.billing_frequency }, { ...plan, frequency })
    const from = isNow ? now : endOfPeriod(current.billing_frequency, current.period_start, now)
    const fees = await feesWith(tenant, plan, frequency, now)
    if (!preview) {
      if (isSame) await cancelScheduledChange(tenant)
      else if (isNow) await subscribe(tenant, { plan, frequency }, now)
      else await scheduleChange(tenant, { plan, frequency }, from)
      await noticeOfNext(tenant, isNow ? undefined : from)
      await recordChange(trailOf(tenant), actorOf(session, request), {
        action: 'organization.plan_changed',
        subjectId: tenant.id,
        subjectName: membership.name,
        detail: {
          from: had?.name ?? null,
          to: plan.name,
          billing_frequency: frequency,
          effective_at: from.toISOString(),
        },
      })
    }
    return {
      data: {
        plan_id: plan.id,
        billing_frequency: frequency,
        effective_at: from.toISOString(),
        is_at_once: isNow,
        currency: plan.currency,
        month_cents: isNow && !isSame ? fees.after : fees.before,
        month_cents_before: fees.before,
      },
    }
  })
}
