import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const updatePendingEmail = (postgres: Database, userId: string, email: string | null) =>
  postgres.run(sql`update users set pending_email = ${email} where id = ${userId}`)

export const clearPasswordHash = (postgres: Database, userId: string) =>
  postgres.run(sql`update users set password_hash = null where id = ${userId}`)

export const updateEmail = (postgres: Database, userId: string, email: string) =>
  postgres.run(sql`
    update users set email = ${email}, pending_email = null where id = ${userId}`)
