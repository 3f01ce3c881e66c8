import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import { isPerson } from '@playhead/server-kit/identity/members.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const TeamUserRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_admin: z.boolean(),
  environments: z.array(z.uuid()),
  last_seen_at: z.date().nullable(),
})
export type TeamUserRow = z.infer<typeof TeamUserRow>

const teamUser = (organization: Organization) => sql`
  select u.id, u.first_name, u.last_name, u.email, m.admin as organization_admin,
    array(select e.id from environments e where e.organization_id = m.organization_id
      and (m.admin or exists (select 1 from environment_access a
        where a.environment_id = e.id and a.user_id = m.user_id))
      order by e.created_at, e.id) as environments,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
  from memberships m join users u on u.id = m.user_id
  where m.organization_id = ${organization.id} and ${isPerson}`

export const listTeamUsers = (
  organization: Organization,
  { page, limit }: { page: number; limit: number },
) =>
  organization.postgres.rows(
    TeamUserRow,
    sql`
    ${teamUser(organization)} order by lower(u.first_name), lower(u.last_name), u.id
    limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findTeamUser = (organization: Organization, userId: string) =>
  organization.postgres.maybeRow(TeamUserRow, sql`${teamUser(organization)} and u.id = ${userId}`)

const CountRow = z.object({ count: z.number() })

export const countAdmins = async (organization: Organization) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from memberships
      where organization_id = ${organization.id} and admin`,
    )
  ).count
