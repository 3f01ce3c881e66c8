import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'

const ClaimedRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  payload: z.unknown(),
  environment_id: z.uuid().nullable(),
  attempts: z.int(),
  losses: z.int(),
  priority: z.int(),
  lease: z.uuid(),
  /** Cancelled while no worker had it. */
  is_cancelled: z.boolean(),
})
export type ClaimedRow = z.infer<typeof ClaimedRow>

/** Stands for jobs without an environment. */
export const noEnvironment = '00000000-0000-0000-0000-000000000000'
const party = sql`coalesce(environment_id, '00000000-0000-0000-0000-000000000000'::uuid)`

/** Two workers may look at the same job, so several candidates are read: the second worker takes another. */
const lookedAtOfEach = 4

export interface Claim {
  kinds: readonly string[]
  /** Environments that already use their share of all slots in this process. */
  fullParties?: readonly string[]
  /** Environments that already use their share of a kind. */
  fullKinds?: readonly { party: string; kind: string }[]
  /** Jobs with a larger number are not taken now. */
  priorityMax: number
  workerId: string
  leaseSeconds: number
  now: Date
}

/** The rule of `fair-shares.ts`: at equal priority, the environment with the fewest running jobs goes first. */
export const claimJob = (
  postgres: Database,
  { kinds, fullParties = [], fullKinds = [], priorityMax, workerId, leaseSeconds, now }: Claim,
) =>
  postgres.maybeRow(
    ClaimedRow,
    sql`
    with recursive lines as (
      (select ${party} as party, kind from jobs where status = 'queued' order by 1, 2 limit 1)
      union all
      select next.party, next.kind from lines cross join lateral (
        select ${party} as party, kind from jobs
        where status = 'queued' and (${party}, kind) > (lines.party, lines.kind)
        order by 1, 2 limit 1) next),
    running as (
      select ${party} as party, count(*) as count from jobs where status = 'running' group by 1),
    due as (
      select job.*, coalesce(running.count, 0) as running
      from lines left join running using (party) cross join lateral (
        select id, priority, run_after, created_at from jobs
        where status = 'queued' and ${party} = lines.party and kind = lines.kind
          and priority <= ${priorityMax} and run_after <= greatest(now(), ${now})
        order by priority, run_after, created_at limit ${lookedAtOfEach}) job
      where kind = any(${[...kinds]}) and party <> all(${[...fullParties]}::uuid[])
        and not exists (
          select from unnest(${fullKinds.map((full) => full.party)}::uuid[], ${fullKinds.map((full) => full.kind)}::text[])
            as full_kinds (party, kind)
          where full_kinds.party = lines.party and full_kinds.kind = lines.kind))
    update jobs set status = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
      worker_id = ${workerId}, leased_until = now() + make_interval(secs => ${leaseSeconds}),
      started_at = coalesce(started_at, now()), progress = 0, step = null
    where id = (
      select jobs.id from jobs join due using (id)
      where jobs.status = 'queued'
      order by due.priority, due.running, due.run_after, due.created_at
      limit 1 for update of jobs skip locked)
    returning id, kind, payload, environment_id, attempts, losses, priority, lease,
      cancel_requested_at is not null as is_cancelled`,
  )

interface HeldLease {
  id: string
  lease: string
  progress: number
  step: string | null
}

const RenewedRow = z.object({ id: z.uuid(), is_cancelled: z.boolean() })

/** Jobs that are not returned now belong to another worker. */
export const renewLeases = (postgres: Database, held: readonly HeldLease[], leaseSeconds: number) =>
  postgres.rows(
    RenewedRow,
    sql`
    update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds}),
      progress = greatest(jobs.progress, held.progress), step = coalesce(held.step, jobs.step)
    from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ lease }) => lease)}::uuid[],
      ${held.map(({ progress }) => progress)}::real[], ${held.map(({ step }) => step)}::text[])
      as held (id, lease, progress, step)
    where jobs.id = held.id and jobs.lease = held.lease
    returning jobs.id, cancel_requested_at is not null as is_cancelled`,
  )

type Held = Pick<HeldLease, 'id' | 'lease'>

/** Returns whether this worker still held the lease. */
export const finishJob = async (
  postgres: Database,
  { id, lease }: Held,
  status: 'done' | 'failed' | 'cancelled',
  error: string | null,
) =>
  (await postgres.run(sql`
    update jobs set status = ${status}, finished_at = now(), lease = null, leased_until = null,
      last_error = ${error}, progress = case when ${status} = 'done' then 1 else progress end
    where id = ${id} and lease = ${lease}`)) === 1

export const retryLater = (
  postgres: Database,
  { id, lease }: Held,
  runAfter: Date,
  error: string,
) =>
  postgres.run(sql`
    update jobs set status = 'queued', run_after = ${runAfter}, lease = null, leased_until = null,
      last_error = ${error}
    where id = ${id} and lease = ${lease}`)

/** Returns jobs to the queue; the interrupted try does not count. */
export const giveBack = (postgres: Database, held: readonly Held[]) =>
  postgres.run(sql`
    update jobs set status = 'queued', attempts = attempts - 1, lease = null, leased_until = null
    where lease = any(${held.map(({ lease }) => lease)}::uuid[])`)

// A program that is stopped repeatedly is no reason to delay the job; a job that crashes the program is.
const lostColumns = sql`
  status = 'queued', losses = losses + 1, attempts = attempts - 1, lease = null, leased_until = null,
  last_error = 'The program ended while this was being done.',
  run_after = now() + make_interval(secs =>
    case when losses < 5 then 0 else least(300, power(2, losses - 4)) end)`

/** Only one program uses the data folder, so the process that held these jobs has died. */
export const takeBackOwn = (postgres: Database, workerId: string) =>
  postgres.run(sql`
    update jobs set ${lostColumns} where status = 'running' and worker_id = ${workerId}`)

export const takeBackExpired = (postgres: Database) =>
  postgres.run(sql`
    update jobs set ${lostColumns} where status = 'running' and leased_until < now()`)

export const deleteFinishedJobs = (postgres: Database, days: number) =>
  postgres.run(sql`
    delete from jobs where finished_at < now() - make_interval(days => ${days})`)

const Unfinished = z.object({ count: z.int() })

/** Jobs that are running or due. */
export const countDueJobs = async (postgres: Database, kinds: readonly string[], now: Date) =>
  (
    await postgres.row(
      Unfinished,
      sql`
    select count(*)::int as count from jobs
    where kind = any(${[...kinds]}) and finished_at is null
      and (status = 'running' or run_after <= greatest(now(), ${now}))`,
    )
  ).count
