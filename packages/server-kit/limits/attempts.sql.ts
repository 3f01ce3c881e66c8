import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const SumRow = z.object({ count: z.number(), oldest: z.date(), previous: z.date().nullable() })

/** Includes the attempt just counted in `minute`; `previous` is the minute of the one before it. */
export const sumAttempts = (
  postgres: Database,
  kind: string,
  key: string,
  { since, minute }: { since: Date; minute: Date },
) =>
  postgres.row(
    SumRow,
    sql`
    select sum(count)::int as count, min(window_start) as oldest,
      max(window_start) filter (where window_start < ${minute} or count > 1) as previous
    from attempts
    where kind = ${kind} and key = ${key} and window_start > ${since} and count > 0`,
  )

/** Locks until the transaction ends, so that concurrent tries are counted one by one, even across two minutes. */
export const lockAttempts = (postgres: Database, kind: string, key: string) =>
  postgres.run(sql`select pg_advisory_xact_lock(hashtextextended(${`attempt ${kind} ${key}`}, 0))`)

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
