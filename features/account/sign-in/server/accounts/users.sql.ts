import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const UserRow = z.object({
  id: z.uuid(),
  email: z.string(),
  pending_email: z.string().nullable(),
  first_name: z.string(),
  password_hash: z.string().nullable(),
  disabled_at: z.date().nullable(),
})
export type UserRow = z.infer<typeof UserRow>

const columns = sql`id, email, pending_email, first_name, password_hash, disabled_at`

export const findUserByEmail = (postgres: Database, email: string) =>
  postgres.maybeRow(UserRow, sql`select ${columns} from users where lower(email) = ${email}`)

export const findUser = (postgres: Database, id: string) =>
  postgres.row(UserRow, sql`select ${columns} from users where id = ${id}`)

const IdRow = z.object({ id: z.uuid() })

interface NewUser {
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
  isInternal: boolean
}

/** Returns nothing when the address is taken, even by a concurrent request. */
export const insertUser = async (postgres: Database, user: NewUser) =>
  (
    await postgres.maybeRow(
      IdRow,
      sql`
      insert into users (email, first_name, last_name, password_hash, oauth_login, internal)
      values (${user.email}, ${user.firstName}, ${user.lastName}, ${user.passwordHash},
        ${user.passwordHash === null}, ${user.isInternal})
      on conflict (lower(email)) do nothing returning id`,
    )
  )?.id

const PersonalRow = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organizations: z.array(z.string()),
})

/** Names, address and organizations of a person, which attackers would try first as a password. */
export const listPersonalWords = async (postgres: Database, userId: string) => {
  const person = await postgres.row(
    PersonalRow,
    sql`
    select u.first_name, u.last_name, u.email, array(select o.name from organizations o
      join memberships m on m.organization_id = o.id where m.user_id = u.id) as organizations
    from users u where u.id = ${userId}`,
  )
  return [person.first_name, person.last_name, person.email, ...person.organizations]
}

export const updatePasswordHash = (postgres: Database, id: string, passwordHash: string) =>
  postgres.run(sql`
    update users set password_hash = ${passwordHash}, oauth_login = false where id = ${id}`)

const ExistsRow = z.object({ exists: z.boolean() })

export const hasUsers = async (postgres: Database) =>
  (await postgres.row(ExistsRow, sql`select exists (select 1 from users) as exists`)).exists

export const updateNames = (
  postgres: Database,
  id: string,
  names: { firstName: string | undefined; lastName: string | undefined },
) =>
  postgres.run(sql`
    update users set first_name = coalesce(${names.firstName ?? null}, first_name),
      last_name = coalesce(${names.lastName ?? null}, last_name)
    where id = ${id}`)

export const updateStarredDimensions = (postgres: Database, userId: string, starred: string[]) =>
  postgres.run(sql`update users set starred_dimensions = ${starred} where id = ${userId}`)
