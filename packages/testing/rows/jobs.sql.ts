import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'

const JobRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  status: z.string(),
  attempts: z.int(),
  losses: z.int(),
  progress: z.number(),
  step: z.string().nullable(),
  last_error: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
})

export const readJobs = (postgres: Database, kind: string) =>
  postgres.rows(
    JobRow,
    sql`
    select id, kind, status, attempts, losses, progress::float8 as progress, step, last_error, payload
    from jobs where kind = ${kind} order by created_at`,
  )

export const insertJobs = (
  postgres: Database,
  { kind, environmentId, count }: { kind: string; environmentId: string; count: number },
) =>
  postgres.run(sql`
    insert into jobs (kind, environment_id, payload)
    select ${kind}, ${environmentId}, '{"name": "one of many"}' from generate_series(1, ${count})`)

/** As if the workers had stopped responding. */
export const setLeasesExpired = (postgres: Database) =>
  postgres.run(
    sql`update jobs set leased_until = now() - interval '1 second' where status = 'running'`,
  )

export const setJobAge = (postgres: Database, days: number) =>
  postgres.run(sql`
    update jobs set finished_at = finished_at - make_interval(days => ${days})
    where finished_at is not null`)
