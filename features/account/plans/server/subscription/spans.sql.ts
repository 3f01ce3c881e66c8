import { z } from 'zod'
import { billingFrequencies, overages, planNames } from '@playhead/domain/plans.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { FeesRow } from './plans.sql.ts'

const SpanRow = z.object({
  from_at: z.date(),
  until_at: z.date().nullable(),
  plan_id: z.string(),
  plan_version: z.number(),
  plan_name: z.enum(planNames),
  billing_frequency: z.enum(billingFrequencies),
  fees: FeesRow,
  included: z.record(z.string(), z.number()),
  overage: z.enum(overages),
  currency: z.string(),
})

/**
 * Each time that the organization had a version of a plan and that reaches into the period, the oldest first. A cancelled
 * organization has none from then on.
 */
export const listSpans = (
  { id, postgres }: Organization,
  { from, until }: { from: Date; until: Date },
) =>
  postgres.rows(
    SpanRow,
    sql`
    select c.from_at, least(c.until_at, o.cancelled_at) as until_at, c.plan_id, c.plan_version, p.name as plan_name,
      c.billing_frequency, p.fees, p.included, p.overage, p.currency
    from (select *, lead(from_at) over (order by from_at) as until_at
      from subscription_changes where organization_id = ${id}) c
    join plans p on p.id = c.plan_id and p.version = c.plan_version
    join organizations o on o.id = ${id}
    where c.from_at < ${until} and coalesce(least(c.until_at, o.cancelled_at) >= ${from}, true)
      and coalesce(c.from_at < o.cancelled_at, true)
    order by c.from_at`,
  )
