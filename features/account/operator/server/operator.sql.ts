import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { isPerson } from '@playhead/server-kit/identity/members.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

/** Queries of the operator, across all tenants. */
export const OperatedRow = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
  account_notifications: z.array(z.record(z.string(), z.unknown())),
  marketplace_type: z.string().nullable(),
  user_count: z.number(),
  environment_count: z.number(),
  cancelled_at: z.date().nullable(),
  created_at: z.date(),
})
export type OperatedRow = z.infer<typeof OperatedRow>

const columns = sql`o.id, o.name, o.plan, o.plan_flags, o.feature_overrides, o.account_notifications,
  o.marketplace_type, o.cancelled_at, o.created_at,
  (select count(*)::int from memberships m where m.organization_id = o.id and ${isPerson}) as user_count,
  (select count(*)::int from environments e where e.organization_id = o.id) as environment_count`

/** Matches a part of the name, the id, or a part of a member's address. */
const matching = (text: string) => sql`(${text} = '' or o.id::text = lower(${text})
  or position(lower(${text}) in lower(o.name)) > 0
  or exists (select 1 from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and position(lower(${text}) in lower(u.email)) > 0))`

const CountRow = z.object({ count: z.number() })

export const countAllOrganizations = async (postgres: Database, text: string) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from organizations o where ${matching(text)}`,
    )
  ).count

export const listAllOrganizations = (
  postgres: Database,
  text: string,
  { page, limit }: { page: number; limit: number },
) =>
  postgres.rows(
    OperatedRow,
    sql`
    select ${columns} from organizations o where ${matching(text)}
    order by lower(o.name), o.id limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findOperated = (organization: Organization) =>
  organization.postgres.maybeRow(
    OperatedRow,
    sql`select ${columns} from organizations o where o.id = ${organization.id}`,
  )
