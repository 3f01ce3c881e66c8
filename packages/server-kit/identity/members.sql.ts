import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '../tenant.ts'

const CountRow = z.object({ count: z.number() })

/** Of a row `m` of memberships. The account of visitors of a public demo is no person: it takes no seat of a plan. */
export const isPerson = sql`m.user_id::text is distinct from (
  select value #>> '{}' from server_state where name = 'demo_visitor')`

export const countMembers = async (organization: Pick<Organization, 'id' | 'postgres'>) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from memberships m
      where organization_id = ${organization.id} and ${isPerson}`,
    )
  ).count

const AddressRow = z.object({ email: z.string() })

/** Where mail about the organization goes. */
export const listAdminAddresses = async (organization: Organization) =>
  (
    await organization.postgres.rows(
      AddressRow,
      sql`
      select u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization.id} and m.admin and u.disabled_at is null
      order by u.email`,
    )
  ).map(({ email }) => email)

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

export const insertFirstAdmin = (organization: Organization, userId: string) =>
  organization.postgres.run(sql`
    insert into memberships (organization_id, user_id, admin)
    values (${organization.id}, ${userId}, true)`)

export const insertMember = (
  postgres: Database,
  organizationId: string,
  userId: string,
  isAdmin: boolean,
) =>
  postgres.run(sql`
    insert into memberships (organization_id, user_id, admin)
    values (${organizationId}, ${userId}, ${isAdmin})
    on conflict do nothing`)

/** A person who is a member already keeps their access and gains what the invite adds. */
export const upsertMembership = (organization: Organization, userId: string, isAdmin: boolean) =>
  organization.postgres.run(sql`
    insert into memberships (organization_id, user_id, admin)
    values (${organization.id}, ${userId}, ${isAdmin})
    on conflict (organization_id, user_id) do update set admin = memberships.admin or excluded.admin`)

export const updateAdmin = (organization: Organization, userId: string, isAdmin: boolean) =>
  organization.postgres.run(sql`
    update memberships set admin = ${isAdmin}
    where organization_id = ${organization.id} and user_id = ${userId}`)

/** Removes access to every environment; the access to keep is inserted again. */
export const deleteEnvironmentAccess = (organization: Organization, userId: string) =>
  organization.postgres.run(sql`
    delete from environment_access
    where organization_id = ${organization.id} and user_id = ${userId}`)

export const deleteMembership = (organization: Organization, userId: string) =>
  organization.postgres.run(sql`
    delete from memberships where organization_id = ${organization.id} and user_id = ${userId}`)
