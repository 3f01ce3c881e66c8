import { z } from 'zod'
import type { EnvironmentType } from '@playhead/domain/environment.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { EnvironmentRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { isPerson } from '@playhead/server-kit/identity/members.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

interface Opener {
  userId: string
  /** Admins can open every environment of the organization. */
  opensAll: boolean
}

interface PageOf {
  page: number
  limit: number
}

const columns = sql`e.id, e.organization_id, e.name, e.type, e.url, e.status, e.key, e.created_at`

const openTo = (organization: Organization, opener: Opener) => sql`
  e.organization_id = ${organization.id} and (${opener.opensAll} or exists (
    select 1 from environment_access a where a.environment_id = e.id and a.user_id = ${opener.userId}))`

const CountRow = z.object({ count: z.number() })

export const countOpenEnvironments = async (organization: Organization, opener: Opener) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from environments e where ${openTo(organization, opener)}`,
    )
  ).count

export const listOpenEnvironmentsPage = (
  organization: Organization,
  opener: Opener,
  { page, limit }: PageOf,
) =>
  organization.postgres.rows(
    EnvironmentRow,
    sql`
    select ${columns} from environments e where ${openTo(organization, opener)}
    order by e.created_at, e.id limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findOpenEnvironment = (organization: Organization, opener: Opener, id: string) =>
  organization.postgres.maybeRow(
    EnvironmentRow,
    sql`select ${columns} from environments e where ${openTo(organization, opener)} and e.id = ${id}`,
  )

export const countEnvironments = async (organization: Organization) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from environments where organization_id = ${organization.id}`,
    )
  ).count

const FarRow = z.object({ is_far: z.boolean() })

/**
 * Whether this month has been over 120 % of what its plan includes for seven days, on a plan that charges no usage. The
 * notice of 120 % says since when; usage of a month only grows.
 */
export const isFarOverPlan = async ({ id, postgres }: Organization, now: Date) =>
  (
    await postgres.row(
      FarRow,
      sql`
      select exists (select 1 from limit_notices n join organizations o on o.id = n.organization_id
        where n.organization_id = ${id} and n.percent = 120 and n.subject in ('views', 'delivered_minutes')
          and n.month = to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM')
          and n.noticed_at <= ${now}::timestamptz - interval '7 days'
          and coalesce((select p.overage from subscriptions s
              join plans p on p.id = s.plan_id and p.version = s.plan_version
              where s.organization_id = o.id),
            case when o.plan = 'Free' then 'none' else 'priced' end) = 'none') as is_far`,
    )
  ).is_far

export const isEnvironmentNameTaken = async (
  organization: Organization,
  name: string,
  exceptId: string | null,
) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from environments
      where organization_id = ${organization.id} and lower(name) = lower(${name})
        and id is distinct from ${exceptId}`,
    )
  ).count > 0

export interface EnvironmentFields {
  name: string
  type: EnvironmentType
  url: string | null
}

export const insertEnvironment = (
  organization: Organization,
  { name, type, url }: EnvironmentFields,
  key: string,
) =>
  organization.postgres.row(
    EnvironmentRow,
    sql`
    insert into environments as e (organization_id, name, type, url, key, created_at)
    values (${organization.id}, ${name}, ${type}, ${url}, ${key}, clock_timestamp())
    returning ${columns}`,
  )

export const updateEnvironment = (
  organization: Organization,
  id: string,
  { name, type, url }: EnvironmentFields,
) =>
  organization.postgres.row(
    EnvironmentRow,
    sql`
    update environments e set name = ${name}, type = ${type}, url = ${url}
    where e.organization_id = ${organization.id} and e.id = ${id} returning ${columns}`,
  )

/** Rows that refer to the environment by a foreign key are deleted with it. */
export const deleteEnvironment = (organization: Organization, id: string) =>
  organization.postgres.run(
    sql`delete from environments where organization_id = ${organization.id} and id = ${id}`,
  )

const EnvironmentUserRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_admin: z.boolean(),
})

const mayOpen = (organization: Organization, environmentId: string) => sql`
  m.organization_id = ${organization.id} and ${isPerson} and (m.admin or exists (
    select 1 from environment_access a
    where a.user_id = m.user_id and a.environment_id = ${environmentId}))`

export const countEnvironmentUsers = async (organization: Organization, environmentId: string) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from memberships m where ${mayOpen(organization, environmentId)}`,
    )
  ).count

export const listEnvironmentUsers = (
  organization: Organization,
  environmentId: string,
  { page, limit }: PageOf,
) =>
  organization.postgres.rows(
    EnvironmentUserRow,
    sql`
    select u.id, u.first_name, u.last_name, u.email, m.admin as organization_admin
    from memberships m join users u on u.id = m.user_id
    where ${mayOpen(organization, environmentId)}
    order by lower(u.first_name), lower(u.last_name), u.id limit ${limit} offset ${(page - 1) * limit}`,
  )

const StatusRow = z.object({ id: z.uuid(), status: z.string() })

/** Of environments of several tenants, whose members are all watching: callers decide who sees which. */
export const listEnvironmentStatuses = (postgres: Database, ids: readonly string[]) =>
  postgres.rows(StatusRow, sql`select id, status from environments where id = any(${ids})`)

export const advanceEnvironmentStatus = (
  postgres: Database,
  id: string,
  status: 'views_processing' | 'integrated',
) =>
  postgres.run(sql`
    update environments set status = ${status}
    where id = ${id} and status <> 'integrated' and status <> ${status}`)
