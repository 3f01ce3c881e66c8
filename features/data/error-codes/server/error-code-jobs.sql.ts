import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const ProgressRow = z.object({
  code: z.string(),
  requested_at: z.date(),
  finished_at: z.date().nullable(),
  views_total: z.number().nullable(),
  views_done: z.number(),
})
export type ProgressRow = z.infer<typeof ProgressRow>

const progress = sql`
  code, requested_at, finished_at, views_total::float8 as views_total, views_done::float8 as views_done`

export const listProgress = (environment: Environment) =>
  environment.postgres.rows(
    ProgressRow,
    sql`select ${progress} from error_code_jobs where environment_id = ${environment.id} order by code`,
  )

export const findProgress = (environment: Environment, code: string) =>
  environment.postgres.maybeRow(
    ProgressRow,
    sql`
    select ${progress} from error_code_jobs
    where environment_id = ${environment.id} and code = ${code}`,
  )

/** A running job starts again, because it judged views by the previous rule so far. */
export const restartJob = (environment: Environment, code: string, at: Date) =>
  environment.postgres.row(
    ProgressRow,
    sql`
    insert into error_code_jobs (environment_id, code, requested_at)
    values (${environment.id}, ${code}, ${at})
    on conflict (environment_id, code) do update
      set run = gen_random_uuid(), requested_at = excluded.requested_at, finished_at = null,
        views_total = null, views_done = 0, reached_end = null, reached_id = null,
        leased_until = null
    returning ${progress}`,
  )

export const JobRow = z.object({
  environment_id: z.uuid(),
  organization_id: z.uuid(),
  code: z.string(),
  run: z.uuid(),
  views_total: z.number().nullable(),
  reached_end: z.date().nullable(),
  reached_id: z.string().nullable(),
})
export type JobRow = z.infer<typeof JobRow>

/** Leases the oldest due job that no worker holds, until `leasedUntil`. */
export const claimJob = (
  postgres: Database,
  { now, requestedBefore, leasedUntil }: { now: Date; requestedBefore: Date; leasedUntil: Date },
) =>
  postgres.maybeRow(
    JobRow,
    sql`
    update error_code_jobs j set leased_until = ${leasedUntil}
    from environments e
    where e.id = j.environment_id and (j.environment_id, j.code) in (
      select environment_id, code from error_code_jobs
      where finished_at is null and requested_at <= ${requestedBefore}
        and (leased_until is null or leased_until <= ${now})
      order by requested_at limit 1 for update skip locked)
    returning j.environment_id, e.organization_id, j.code, j.run,
      j.views_total::float8 as views_total, j.reached_end, j.reached_id`,
  )

const sameRun = (environment: Environment, job: JobRow) => sql`
  where environment_id = ${environment.id} and code = ${job.code} and run = ${job.run}`

export const setTotal = (environment: Environment, job: JobRow, viewsTotal: number) =>
  environment.postgres.run(
    sql`update error_code_jobs set views_total = ${viewsTotal} ${sameRun(environment, job)}`,
  )

/** Updates no row when the job was restarted, or deleted with its environment. */
export const advanceJob = (
  environment: Environment,
  job: JobRow,
  step: { views: number; reachedEnd: Date; reachedId: string; leasedUntil: Date },
) =>
  environment.postgres.run(sql`
    update error_code_jobs
    set views_done = views_done + ${step.views}, reached_end = ${step.reachedEnd},
      reached_id = ${step.reachedId}, leased_until = ${step.leasedUntil}
    ${sameRun(environment, job)}`)

export const finishJob = (environment: Environment, job: JobRow, at: Date) =>
  environment.postgres.run(sql`
    update error_code_jobs
    set finished_at = ${at}, leased_until = null, views_total = views_done
    ${sameRun(environment, job)}`)
