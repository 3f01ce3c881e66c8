import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { JobKind } from './job-kind.ts'

interface JobToDo<Payload> {
  payload: Payload
  environmentId?: string
  /** While a job with this key is unfinished, no other is added. */
  uniqueKey?: string
  /** Lower numbers run first; 0 is for work that a person waits for, 100 for idle time. */
  priority?: number
  runAfter?: Date
}

/** The channel on which workers are notified of new jobs. */
export const jobsChannel = 'playhead_jobs'

const NotifiedRow = z.object({ notified: z.unknown() })

/** Call it in the transaction of the change that needs the work: then neither exists without the other. */
export const enqueue = async <Payload extends Record<string, unknown>>(
  postgres: Database,
  kind: JobKind<Payload>,
  // Only the kind defines the payload: a field that it does not declare is an error.
  job: JobToDo<NoInfer<Payload>>,
) =>
  (
    await postgres.rows(
      NotifiedRow,
      sql`
    with added as (
      insert into jobs (kind, payload, environment_id, unique_key, priority, run_after)
      values (${kind.name}, ${sql.json(job.payload)}, ${job.environmentId ?? null}, ${job.uniqueKey ?? null},
        ${job.priority ?? 0}, coalesce(${job.runAfter ?? null}::timestamptz, now()))
      on conflict (kind, unique_key) where unique_key is not null and finished_at is null do nothing
      returning id)
    select pg_notify(${jobsChannel}, '')::text as notified from added`,
    )
  ).length > 0

const CancelledRow = z.object({ id: z.uuid(), status: z.string() })

/** Queued jobs are cancelled. Running ones are asked to stop, and returned: they end once their worker notices. */
export const cancelJobs = async <Payload extends Record<string, unknown>>(
  postgres: Database,
  kind: JobKind<Payload>,
  uniqueKey: string,
): Promise<string[]> =>
  (
    await postgres.rows(
      CancelledRow,
      sql`
    update jobs set cancel_requested_at = now(),
      status = case when status = 'queued' then 'cancelled' else status end,
      finished_at = case when status = 'queued' then now() end
    where kind = ${kind.name} and unique_key = ${uniqueKey} and finished_at is null
    returning id, status`,
    )
  ).flatMap(({ id, status }) => (status === 'running' ? [id] : []))

const UnfinishedRow = z.object({ id: z.uuid() })

export const hasUnfinishedJobs = async (postgres: Database, ids: readonly string[]) =>
  (await postgres.maybeRow(
    UnfinishedRow,
    sql`
    select id from jobs where id = any(${[...ids]}::uuid[]) and finished_at is null limit 1`,
  )) !== undefined
