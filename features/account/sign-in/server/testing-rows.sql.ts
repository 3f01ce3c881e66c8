import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** What tests look up or set in tables behind the server's back. */
export const sessionsAsText = async (postgres: Database) =>
  (
    await postgres.row(
      z.object({ text: z.string() }),
      sql`select coalesce(string_agg(s::text, ' '), '') as text from sessions s`,
    )
  ).text
