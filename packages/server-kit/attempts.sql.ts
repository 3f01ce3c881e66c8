import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const SumRow = z.object({ count: z.number(), oldest: z.date() })

export const sumAttempts = (postgres: Database, kind: string, key: string, since: Date) =>
  postgres.row(
    SumRow,
    sql`
    select sum(count)::int as count, min(window_start) as oldest from attempts
    where kind = ${kind} and key = ${key} and window_start > ${since} and count > 0`,
  )

export const insertAttempt = (postgres: Database, kind: string, key: string, minute: Date) =>
  postgres.run(sql`
    insert into attempts (kind, key, window_start, count) values (${kind}, ${key}, ${minute}, 1)
    on conflict (kind, key, window_start) do update set count = attempts.count + 1`)

export const updateAttemptBack = (postgres: Database, kind: string, key: string) =>
  postgres.run(sql`
    update attempts set count = count - 1
    where kind = ${kind} and key = ${key} and count > 0 and window_start = (
      select max(window_start) from attempts where kind = ${kind} and key = ${key})`)

export const deleteAttempts = (postgres: Database, kind: string, key: string) =>
  postgres.run(sql`delete from attempts where kind = ${kind} and key = ${key}`)

export const deleteAttemptsBefore = (postgres: Database, before: Date) =>
  postgres.run(sql`delete from attempts where window_start < ${before}`)
