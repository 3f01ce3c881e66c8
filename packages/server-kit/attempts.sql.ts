import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const CountRow = z.object({ count: z.number() })

export const countAttempts = async (postgres: Database, kind: string, key: string, since: Date) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select coalesce(sum(count), 0)::int as count from attempts
      where kind = ${kind} and key = ${key} and window_start > ${since}`,
    )
  ).count

export const insertAttempt = (postgres: Database, kind: string, key: string, minute: Date) =>
  postgres.run(sql`
    insert into attempts (kind, key, window_start, count) values (${kind}, ${key}, ${minute}, 1)
    on conflict (kind, key, window_start) do update set count = attempts.count + 1`)

export const deleteAttempts = (postgres: Database, kind: string, key: string) =>
  postgres.run(sql`delete from attempts where kind = ${kind} and key = ${key}`)

export const deleteAttemptsBefore = (postgres: Database, before: Date) =>
  postgres.run(sql`delete from attempts where window_start < ${before}`)
