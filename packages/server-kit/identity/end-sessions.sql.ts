import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const deleteSessionsOfUser = (postgres: Database, userId: string) =>
  postgres.run(sql`delete from sessions where user_id = ${userId}`)

export const deleteOtherSessions = (postgres: Database, userId: string, keptId: string) =>
  postgres.run(sql`delete from sessions where user_id = ${userId} and id <> ${keptId}`)
