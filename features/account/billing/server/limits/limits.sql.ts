import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const LimitedRow = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
  has_notices: z.boolean(),
  /** Of its plan; null without a subscription. */
  included: z.record(z.string(), z.number()).nullable(),
})
export type LimitedRow = z.infer<typeof LimitedRow>

const columns = sql`id, name, plan, plan_flags, feature_overrides,
  usage_notices <> '[]' as has_notices,
  (select p.included from subscriptions s
    join plans p on p.id = s.plan_id and p.version = s.plan_version
    where s.organization_id = organizations.id) as included`

export const findLimited = ({ id, postgres }: Organization) =>
  postgres.row(LimitedRow, sql`select ${columns} from organizations where id = ${id}`)

export const listAllLimited = (postgres: Database) =>
  postgres.rows(
    LimitedRow,
    sql`select ${columns} from organizations where cancelled_at is null order by id`,
  )

const CountRow = z.object({ count: z.number() })

/** On-demand videos; recordings of live streams are none. */
export const countVideos = async ({ id, postgres }: Organization) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from assets a join environments e on e.id = a.environment_id
      where e.organization_id = ${id} and a.live_stream_id is null
        and a.status in ('preparing', 'ready')`,
    )
  ).count

/** Organizations of all tenants that have been over 120 % of their plan for seven days, where usage is not charged. */
export const countFarOverPlan = async (postgres: Database, now: Date) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select count(distinct n.organization_id)::int as count
      from limit_notices n join organizations o on o.id = n.organization_id
      where n.percent = 120 and n.subject in ('views', 'delivered_minutes')
        and n.month = to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM')
        and n.noticed_at <= ${now}::timestamptz - interval '7 days' and o.cancelled_at is null
        and coalesce((select p.overage from subscriptions s
            join plans p on p.id = s.plan_id and p.version = s.plan_version
            where s.organization_id = o.id),
          case when o.plan = 'Free' then 'none' else 'priced' end) = 'none'`,
    )
  ).count

/** After the subject was changed, its shares are noticed again. */
export const deleteLimitNotices = ({ id, postgres }: Organization, subject: string) =>
  postgres.run(sql`
    delete from limit_notices where organization_id = ${id} and subject = ${subject}`)

/** Returns whether it was new. Call it in the transaction that notifies. */
export const claimLimitNotice = async (
  { id, postgres }: Organization,
  { month, subject, percent }: { month: string; subject: string; percent: number },
  now: Date,
) =>
  (await postgres.run(sql`
    insert into limit_notices (organization_id, month, subject, percent, noticed_at)
    values (${id}, ${month}, ${subject}, ${percent}, ${now}) on conflict do nothing`)) > 0
