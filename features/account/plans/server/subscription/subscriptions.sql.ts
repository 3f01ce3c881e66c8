import { z } from 'zod'
import { type BillingFrequency, billingFrequencies } from '@playhead/domain/plans.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { PlanRow } from './plans.sql.ts'

const SubscriptionRow = z.object({
  organization_id: z.uuid(),
  plan_id: z.string(),
  plan_version: z.number(),
  billing_frequency: z.enum(billingFrequencies),
  started_at: z.date(),
  period_start: z.date(),
  next_plan_id: z.string().nullable(),
  next_plan_version: z.number().nullable(),
  next_billing_frequency: z.enum(billingFrequencies).nullable(),
  next_from: z.date().nullable(),
  commercial_details: z.record(z.string(), z.unknown()),
  provider: z.record(z.string(), z.unknown()),
})
export type SubscriptionRow = z.infer<typeof SubscriptionRow>

const columns = sql`organization_id, plan_id, plan_version, billing_frequency, started_at,
  period_start, next_plan_id, next_plan_version, next_billing_frequency, next_from,
  commercial_details, provider`

/** Undefined for an organization without a subscription. */
export const subscriptionOf = ({ id, postgres }: Organization) =>
  postgres.maybeRow(
    SubscriptionRow,
    sql`select ${columns} from subscriptions where organization_id = ${id}`,
  )

export interface Terms {
  plan: Pick<PlanRow, 'id' | 'version' | 'name' | 'flags'>
  frequency: BillingFrequency
}

export const saveSubscription = (
  { id, postgres }: Organization,
  { plan, frequency }: Terms,
  { now, periodStart }: { now: Date; periodStart: Date },
) =>
  postgres.run(sql`
    insert into subscriptions (organization_id, plan_id, plan_version, billing_frequency,
      started_at, period_start)
    values (${id}, ${plan.id}, ${plan.version}, ${frequency}, ${now}, ${periodStart})
    on conflict (organization_id) do update set plan_id = excluded.plan_id,
      plan_version = excluded.plan_version, billing_frequency = excluded.billing_frequency,
      period_start = excluded.period_start, next_plan_id = null, next_plan_version = null,
      next_billing_frequency = null, next_from = null`)

/** What a past month is rated by. */
export const recordSubscription = (
  { id, postgres }: Organization,
  { plan, frequency }: Terms,
  now: Date,
) =>
  postgres.run(sql`
    insert into subscription_changes (organization_id, from_at, plan_id, plan_version, billing_frequency)
    values (${id}, ${now}, ${plan.id}, ${plan.version}, ${frequency})
    on conflict (organization_id, from_at) do update set plan_id = excluded.plan_id,
      plan_version = excluded.plan_version, billing_frequency = excluded.billing_frequency`)

/** The flags of an organization are those of its plan version. */
export const setPlanOfOrganization = ({ id, postgres }: Organization, plan: Terms['plan']) =>
  postgres.run(sql`
    update organizations set plan = ${plan.name}, plan_flags = ${sql.json(plan.flags)}
    where id = ${id}`)

export const scheduleChange = ({ id, postgres }: Organization, next: Terms, from: Date) =>
  postgres.run(sql`
    update subscriptions set next_plan_id = ${next.plan.id}, next_plan_version = ${next.plan.version},
      next_billing_frequency = ${next.frequency}, next_from = ${from}
    where organization_id = ${id}`)

export const cancelScheduledChange = ({ id, postgres }: Organization) =>
  postgres.run(sql`
    update subscriptions set next_plan_id = null, next_plan_version = null,
      next_billing_frequency = null, next_from = null
    where organization_id = ${id} and next_from is not null`)

export const setPeriodStart = ({ id, postgres }: Organization, start: Date) =>
  postgres.run(sql`
    update subscriptions set period_start = ${start} where organization_id = ${id}`)

/** Subscriptions of tenants that are not cancelled whose scheduled change is due, or whose month or year ended. */
export const listDueSubscriptions = (postgres: Database, now: Date) =>
  postgres.rows(
    SubscriptionRow,
    sql`
    select ${columns} from subscriptions s
    where (next_from <= ${now} or ((period_start at time zone 'UTC')
      + case billing_frequency when 'year' then interval '1 year' else interval '1 month' end)
      at time zone 'UTC' <= ${now})
      and exists (select 1 from organizations where id = s.organization_id and cancelled_at is null)
    order by organization_id`,
  )

/** Replaces the notices of the plan; writes nothing when they are the same. */
export const setPlanNotices = (
  { id, postgres }: Organization,
  notices: readonly { type: string; id: string; message?: string }[],
) => {
  const own = sql.json(notices.map((notice) => ({ ...notice, source: 'plan' })))
  const others = sql`coalesce((select jsonb_agg(notice)
    from jsonb_array_elements(usage_notices) notice where notice->>'source' <> 'plan'), '[]')`
  return postgres.run(sql`
    update organizations set usage_notices = ${others} || ${own}
    where id = ${id} and usage_notices <> ${others} || ${own}`)
}
