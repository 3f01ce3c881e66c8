import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const ChangeRow = z.object({
  id: z.uuid(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  environment_id: z.uuid().nullable(),
  actor_kind: z.enum(['user', 'token', 'operator', 'system', 'unknown']),
  actor_email: z.string().nullable(),
  masquerading: z.boolean(),
  detail: z.record(z.string(), z.unknown()),
  created_at: z.date(),
  network: z.string().nullable(),
  user_agent: z.string().nullable(),
})

export interface ChangeFilter {
  action: string | undefined
  subjectId: string | undefined
  actor: string | undefined
  span: { start: Date; end: Date } | undefined
}

const passes = (
  organization: Organization,
  { action, subjectId, actor, span }: ChangeFilter,
) => sql`
  organization_id = ${organization.id}
  ${action === undefined ? sql.empty : sql`and action = ${action}`}
  ${subjectId === undefined ? sql.empty : sql`and subject_id = ${subjectId}`}
  ${actor === undefined ? sql.empty : sql`and coalesce(actor_email, actor_kind) = ${actor}`}
  ${span ? sql`and created_at >= ${span.start} and created_at < ${span.end}` : sql.empty}`

export const listChanges = (
  organization: Organization,
  { page, limit, ...filter }: ChangeFilter & { page: number; limit: number },
) =>
  organization.postgres.rows(
    ChangeRow,
    sql`
    select id, action, subject_type, subject_id, subject_name, environment_id, actor_kind,
      actor_email, masquerading, detail, created_at, ip_prefix as network, user_agent
    from changes where ${passes(organization, filter)}
    order by created_at desc, id limit ${limit} offset ${(page - 1) * limit}`,
  )

const CountRow = z.object({ count: z.number() })

export const countChanges = async (organization: Organization, filter: ChangeFilter) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from changes where ${passes(organization, filter)}`,
    )
  ).count

const ValueRow = z.object({ value: z.string() })
const valuesMax = 100

const listValues = async (organization: Organization, column: ReturnType<typeof sql>) =>
  (
    await organization.postgres.rows(
      ValueRow,
      sql`
      select ${column} as value from changes where organization_id = ${organization.id}
      group by 1 order by count(*) desc, 1 limit ${valuesMax}`,
    )
  ).map(({ value }) => value)

export const listActions = (organization: Organization) => listValues(organization, sql`action`)

export const listActors = (organization: Organization) =>
  listValues(organization, sql`coalesce(actor_email, actor_kind)`)
