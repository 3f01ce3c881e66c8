import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const StateRow = z.object({ value: z.unknown() })

export const isReadOnly = async (postgres: Database) => {
  const row = await postgres.maybeRow(
    StateRow,
    sql`select value from server_state where name = 'read_only'`,
  )
  return row?.value === true
}

export const writeReadOnly = (postgres: Database, readOnly: boolean) =>
  postgres.run(sql`
    insert into server_state (name, value) values ('read_only', ${sql.json(readOnly)})
    on conflict (name) do update set value = excluded.value`)

const DemoSignIn = z.object({ value: z.object({ email: z.string(), password: z.string() }) })

/** The sign-in of the demo organization, while its account exists with the same password. */
export const findDemoSignIn = async (postgres: Database) =>
  (
    await postgres.maybeRow(
      DemoSignIn,
      sql`
      select s.value from server_state s join users u on u.email = s.value->>'email'
        and u.password_hash = s.value->>'password_hash' and u.disabled_at is null
      where s.name = 'demo_sign_in'`,
    )
  )?.value

export const writeDemoSignIn = (
  postgres: Database,
  value: { email: string; password: string; password_hash: string },
) =>
  postgres.run(sql`
    insert into server_state (name, value) values ('demo_sign_in', ${sql.json(value)})
    on conflict (name) do update set value = excluded.value`)

/** Older versions showed this password to every visitor, so such an account must not be staff. */
export const takeStaffFromDemo = (postgres: Database) =>
  postgres.run(sql`
    update users u set internal = false from server_state s
    where s.name = 'demo_sign_in' and u.internal
      and (u.email = s.value->>'email' or u.password_hash = s.value->>'password_hash')`)

const DemoVisitor = z.object({ value: z.uuid() })

/** The one account of all visitors of a public demo, while it is on. */
export const findDemoVisitor = async (postgres: Database) =>
  (
    await postgres.maybeRow(
      DemoVisitor,
      sql`select value from server_state where name = 'demo_visitor'`,
    )
  )?.value

export const writeDemoVisitor = (postgres: Database, userId: string) =>
  postgres.run(sql`
    insert into server_state (name, value) values ('demo_visitor', ${sql.json(userId)})
    on conflict (name) do update set value = excluded.value`)

const NewestBackup = z.object({ value: z.iso.datetime() })

/** When the newest backup was begun; undefined before the first one. */
export const findNewestBackup = async (postgres: Database) => {
  const row = await postgres.maybeRow(
    NewestBackup,
    sql`select value from server_state where name = 'newest_backup'`,
  )
  return row && new Date(row.value)
}

export const writeNewestBackup = (postgres: Database, at: string) =>
  postgres.run(sql`
    insert into server_state (name, value) values ('newest_backup', ${sql.json(at)})
    on conflict (name) do update set value = excluded.value`)
