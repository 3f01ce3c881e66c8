import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'

export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

const JobRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  status: z.enum(jobStatuses),
  payload: z.record(z.string(), z.unknown()),
  environment_id: z.uuid().nullable(),
  attempts: z.int(),
  losses: z.int(),
  progress: z.number(),
  step: z.string().nullable(),
  last_error: z.string().nullable(),
  run_after: z.date(),
  created_at: z.date(),
  finished_at: z.date().nullable(),
})

interface JobFilter {
  status?: (typeof jobStatuses)[number] | undefined
  kind?: string | undefined
  limit: number
}

/** Running jobs, then queued jobs in the order they will be taken, then finished jobs, newest first. */
export const listJobs = (postgres: Database, { status, kind, limit }: JobFilter) =>
  postgres.rows(
    JobRow,
    sql`
    select id, kind, status, payload, environment_id, attempts, losses, progress::float8 as progress,
      step, last_error, run_after, created_at, finished_at
    from jobs
    where (${status ?? null}::text is null or status = ${status ?? null})
      and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by finished_at desc nulls first, status = 'running' desc, priority, run_after, created_at
    limit ${limit}`,
  )

const Counted = z.object({ kind: z.string(), status: z.enum(jobStatuses), count: z.int() })

export const countJobs = (postgres: Database) =>
  postgres.rows(
    Counted,
    sql`select kind, status, count(*)::int as count from jobs group by kind, status order by kind, status`,
  )

/** The worker that runs the job, or takes it next, ends it. */
export const requestCancellation = async (postgres: Database, id: string) =>
  (await postgres.run(sql`
    update jobs set cancel_requested_at = now(), run_after = least(run_after, now())
    where id = ${id} and finished_at is null`)) === 1

/** A failed or cancelled job starts again; a job that waits for its next try becomes due at once. */
export const retryJob = async (postgres: Database, id: string) =>
  (await postgres.run(sql`
    update jobs set status = 'queued', attempts = 0, losses = 0, run_after = now(), finished_at = null,
      cancel_requested_at = null, progress = 0, step = null
    where id = ${id} and status in ('queued', 'failed', 'cancelled')
      and (finished_at is null or unique_key is null or not exists (
        select from jobs as other where other.kind = jobs.kind and other.unique_key = jobs.unique_key
          and other.finished_at is null))`)) === 1
