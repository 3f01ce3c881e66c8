import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const PersonRow = z.object({ id: z.uuid(), email: z.string() })

export const findPerson = (postgres: Database, userId: string) =>
  postgres.row(PersonRow, sql`select id, email from users where id = ${userId}`)

export const findPersonOfEmail = (postgres: Database, email: string) =>
  postgres.maybeRow(PersonRow, sql`select id, email from users where lower(email) = ${email}`)

/** Call it inside a transaction: concurrent changes must agree on which factor is a person's first or last. */
export const lockPerson = (postgres: Database, userId: string) =>
  postgres.row(PersonRow, sql`select id, email from users where id = ${userId} for no key update`)

const MethodsRow = z.object({ passkey: z.boolean(), authenticator_app: z.boolean() })

/** Which second factors a person has; recovery codes do not count as one. */
export const findFactors = async (postgres: Database, userId: string) => {
  const row = await postgres.row(
    MethodsRow,
    sql`
    select exists (select 1 from passkeys where user_id = ${userId}) as passkey,
      exists (select 1 from authenticator_apps
        where user_id = ${userId} and confirmed_at is not null) as authenticator_app`,
  )
  return { ...row, any: row.passkey || row.authenticator_app }
}

export const deleteFactors = async (postgres: Database, userId: string) => {
  await postgres.run(sql`delete from passkeys where user_id = ${userId}`)
  await postgres.run(sql`delete from authenticator_apps where user_id = ${userId}`)
  await postgres.run(sql`delete from recovery_codes where user_id = ${userId}`)
}

/** Recovery codes may have been replaced since then, so all of them are deleted. */
export const deleteFactorsSince = async (postgres: Database, userId: string, since: Date) => {
  await postgres.run(sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`)
  await postgres.run(sql`
    delete from authenticator_apps
    where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since}`)
  await postgres.run(sql`delete from recovery_codes where user_id = ${userId}`)
}

/** The person set up the factor in this session, so it counts as proven. */
export const markSession = (postgres: Database, sessionId: string, now: Date) =>
  postgres.run(sql`update sessions set second_factor_at = ${now} where id = ${sessionId}`)

/** Without a factor, no session counts as proven by one. */
export const unmarkSessions = (postgres: Database, userId: string) =>
  postgres.run(sql`update sessions set second_factor_at = null where user_id = ${userId}`)

const NameRow = z.object({ name: z.string() })

export const listRequiringOrganizations = async (postgres: Database, userId: string) =>
  (
    await postgres.rows(
      NameRow,
      sql`
      select o.name from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} and o.second_factor_required order by o.name`,
    )
  ).map(({ name }) => name)

const RequirementRow = z.object({ required: z.boolean(), members_without: z.number() })

export const findRequirement = (organization: Organization) =>
  organization.postgres.row(
    RequirementRow,
    sql`
    select o.second_factor_required as required,
      (select count(*)::int from memberships m where m.organization_id = o.id
        and not exists (select 1 from passkeys p where p.user_id = m.user_id)
        and not exists (select 1 from authenticator_apps a
          where a.user_id = m.user_id and a.confirmed_at is not null)) as members_without
    from organizations o where o.id = ${organization.id}`,
  )

export const updateRequired = (organization: Organization, required: boolean) =>
  organization.postgres.run(sql`
    update organizations set second_factor_required = ${required} where id = ${organization.id}`)
