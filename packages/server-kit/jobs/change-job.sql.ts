import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

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
