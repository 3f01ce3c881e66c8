import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Row = z.object({
  is_held: z.boolean(),
  failures: z.int(),
  last_error: z.string().nullable(),
  due_in_seconds: z.number(),
})

export const readSchedule = (postgres: Database, name: string) =>
  postgres.row(
    Row,
    sql`
    select lease is not null as is_held, failures, last_error,
      extract(epoch from due_at - now())::float8 as due_in_seconds
    from schedules where name = ${name}`,
  )

export const setDue = (postgres: Database, name: string, seconds: number) =>
  postgres.run(sql`
    update schedules set due_at = now() + make_interval(secs => ${seconds}) where name = ${name}`)

/** Takes the lease as another process does after a timeout. */
export const setLease = (postgres: Database, name: string) =>
  postgres.run(sql`
    update schedules set lease = gen_random_uuid(), leased_until = now() + interval '1 hour'
    where name = ${name}`)

export const insertFailures = (postgres: Database, name: string, failures: number, error: string) =>
  postgres.run(sql`
    insert into schedules (name, every_seconds, due_at, failures, last_error)
    values (${name}, 60, now() + interval '1 minute', ${failures}, ${error})`)

export const setNoFailures = (postgres: Database) =>
  postgres.run(sql`update schedules set failures = 0, last_error = null`)
