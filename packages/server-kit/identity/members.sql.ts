import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '../tenant.ts'

const CountRow = z.object({ count: z.number() })

export const countMembers = async (organization: Organization) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from memberships where organization_id = ${organization.id}`,
    )
  ).count

export const isMemberAddress = async (organization: Organization, email: string) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization.id} and lower(u.email) = lower(${email})`,
    )
  ).count > 0

export const countOwnEnvironments = async (organization: Organization, ids: readonly string[]) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from environments
      where organization_id = ${organization.id} and id = any(${ids})`,
    )
  ).count

/** Skips environments that have been deleted. */
export const insertEnvironmentAccess = (
  organization: Organization,
  userId: string,
  environmentIds: readonly string[],
) =>
  organization.postgres.run(sql`
    insert into environment_access (organization_id, user_id, environment_id)
    select ${organization.id}, ${userId}, id from environments
    where organization_id = ${organization.id} and id = any(${environmentIds})
    for key share
    on conflict do nothing`)
