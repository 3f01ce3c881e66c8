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
