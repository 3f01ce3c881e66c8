import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const EmptyRow = z.object({ is_empty: z.boolean() })

/** Of two programs that start on one empty database, the second waits here and finds it filled. */
export const lockSeeding = (postgres: Database) =>
  postgres.run(sql`select pg_advisory_xact_lock(hashtext('playhead demo'))`)

export const isEmptyServer = async (postgres: Database) =>
  (
    await postgres.row(
      EmptyRow,
      sql`
      select not exists (select 1 from organizations) and not exists (select 1 from users)
        as is_empty`,
    )
  ).is_empty

interface DemoPerson {
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
}

const IdRow = z.object({ id: z.uuid() })

export const insertPerson = async (postgres: Database, person: DemoPerson) =>
  (
    await postgres.row(
      IdRow,
      sql`
      insert into users (email, first_name, last_name, password_hash)
      values (${person.email}, ${person.firstName}, ${person.lastName}, ${person.passwordHash})
      returning id`,
    )
  ).id

interface DemoMembership {
  userId: string
  isAdmin: boolean
  environmentIds: readonly string[]
}

export const insertMembership = (
  postgres: Database,
  organizationId: string,
  { userId, isAdmin, environmentIds }: DemoMembership,
) =>
  postgres.run(sql`
    with membership as (
      insert into memberships (organization_id, user_id, admin, created_at)
      values (${organizationId}, ${userId}, ${isAdmin}, clock_timestamp()) returning organization_id, user_id)
    insert into environment_access (organization_id, user_id, environment_id)
    select organization_id, user_id, unnest(${environmentIds}::uuid[]) from membership`)
