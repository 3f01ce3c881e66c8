import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type CapAction, capActions } from '../../contract.ts'

/** By its plan. What a marketplace charges is not known here, so usage may be part of it. */
const isUsageCharged = sql`(o.marketplace_type is not null or coalesce((
    select p.overage = 'priced' from subscriptions s
    join plans p on p.id = s.plan_id and p.version = s.plan_version
    where s.organization_id = o.id), false))`

const ChargeRow = z.object({ is_usage_charged: z.boolean(), has_subscription: z.boolean() })

export const findCharge = ({ id, postgres }: Organization) =>
  postgres.row(
    ChargeRow,
    sql`
    select ${isUsageCharged} as is_usage_charged,
      exists (select 1 from subscriptions where organization_id = o.id) as has_subscription
    from organizations o where o.id = ${id}`,
  )

const CapRow = z.object({
  organization_id: z.uuid(),
  organization_name: z.string(),
  cents: z.coerce.number(),
  action: z.enum(capActions),
  spent_month: z.string().nullable(),
  spent_cents: z.coerce.number().nullable(),
  checked_at: z.date().nullable(),
  is_usage_charged: z.boolean(),
})
export type CapRow = z.infer<typeof CapRow>

const caps = sql`
  select c.organization_id, o.name as organization_name, c.cents::text as cents, c.action,
    c.spent_month, c.spent_cents::text as spent_cents, c.checked_at,
    ${isUsageCharged} as is_usage_charged
  from spending_caps c join organizations o on o.id = c.organization_id`

export const findCap = ({ id, postgres }: Organization) =>
  postgres.maybeRow(CapRow, sql`${caps} where c.organization_id = ${id}`)

export const listAllCaps = (postgres: Database) =>
  postgres.rows(CapRow, sql`${caps} order by c.organization_id`)

/** What was spent stays known, so that a lower cap holds at once. */
export const setCap = (
  { id, postgres }: Organization,
  { cents, action }: { cents: number; action: CapAction },
) =>
  postgres.run(sql`
    insert into spending_caps (organization_id, cents, action) values (${id}, ${cents}, ${action})
    on conflict (organization_id) do update set cents = excluded.cents, action = excluded.action`)

export const deleteCap = ({ id, postgres }: Organization) =>
  postgres.run(sql`delete from spending_caps where organization_id = ${id}`)

export const setSpent = (
  { id, postgres }: Organization,
  { month, cents, now }: { month: string; cents: number | undefined; now: Date },
) =>
  postgres.run(sql`
    update spending_caps set spent_month = ${month}, spent_cents = ${cents ?? null},
      checked_at = ${now}
    where organization_id = ${id}`)

const IdRow = z.object({ organization_id: z.uuid() })

/** Organizations whose video is no longer delivered this month. With `every`, also those whose plan charges no usage. */
export const listStopped = async (
  postgres: Database,
  { month, every }: { month: string; every: boolean },
) =>
  (
    await postgres.rows(
      IdRow,
      sql`
      select c.organization_id from spending_caps c join organizations o on o.id = c.organization_id
      where c.action = 'stop_delivery' and c.spent_month = ${month} and c.spent_cents >= c.cents
        and (${every} or ${isUsageCharged})`,
    )
  ).map(({ organization_id: id }) => id)
