import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'

export interface JobToDo {
  kind: string
  payload: Record<string, unknown>
  environmentId?: string
  /** While one with this key is unfinished, another is not added. */
  uniqueKey?: string
  /** The smaller one goes first; 0 is somebody waiting, 100 is idle time. */
  priority?: number
  runAfter?: Date
}

/** Where workers listen for jobs that were just added. */
export const jobsChannel = 'playhead_jobs'

const Told = z.object({ told: z.unknown() })

/** In the transaction of the change that makes the work necessary: neither exists without the other. */
export const enqueue = async (postgres: Database, job: JobToDo) =>
  (
    await postgres.rows(
      Told,
      sql`
    with added as (
      insert into jobs (kind, payload, environment_id, unique_key, priority, run_after)
      values (${job.kind}, ${sql.json(job.payload)}, ${job.environmentId ?? null}, ${job.uniqueKey ?? null},
        ${job.priority ?? 0}, coalesce(${job.runAfter ?? null}::timestamptz, now()))
      on conflict (kind, unique_key) where unique_key is not null and finished_at is null do nothing
      returning id)
    select pg_notify(${jobsChannel}, '')::text as told from added`,
    )
  ).length > 0

const CancelledRow = z.object({ id: z.uuid(), status: z.string() })

/** Running ones are told to end, and answered: they are gone when their worker noticed. */
export const cancelJobs = async (
  postgres: Database,
  { kind, uniqueKey }: { kind: string; uniqueKey: string },
): Promise<string[]> =>
  (
    await postgres.rows(
      CancelledRow,
      sql`
    update jobs set cancel_requested_at = now(),
      status = case when status = 'queued' then 'cancelled' else status end,
      finished_at = case when status = 'queued' then now() end
    where kind = ${kind} and unique_key = ${uniqueKey} and finished_at is null
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
