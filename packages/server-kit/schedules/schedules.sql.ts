import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const sharedFolder = '00000000-0000-0000-0000-000000000000'

export interface KnownSchedule {
  name: string
  folder: string
  everySeconds: number
}

const firstPauseSeconds = 10
const longestPauseSeconds = 3_600
/** Longer than any gap between two versions of the program that share a database. */
const forgottenAfterDays = 7

const namesOf = (schedules: readonly KnownSchedule[]) => sql`
  unnest(${schedules.map(({ name }) => name)}::text[],
    ${schedules.map(({ folder }) => folder)}::uuid[],
    ${schedules.map(({ everySeconds }) => everySeconds)}::int[])
    as known (name, folder, every_seconds)`

/** New schedules are due soon; known ones keep their due time, whichever processes started or ended since. */
export const registerSchedules = async (
  postgres: Database,
  schedules: readonly KnownSchedule[],
  firstAfterSeconds: number,
) => {
  await postgres.run(sql`
    insert into schedules (name, folder, every_seconds, due_at)
    select name, folder, every_seconds,
      now() + make_interval(secs => least(every_seconds, ${firstAfterSeconds}::numeric))
    from ${namesOf(schedules)}
    on conflict (name, folder) do update set every_seconds = excluded.every_seconds,
      due_at = least(schedules.due_at, now() + make_interval(secs => excluded.every_seconds))
      where schedules.every_seconds <> excluded.every_seconds`)
  await postgres.run(sql`
    delete from schedules where due_at < now() - make_interval(days => ${forgottenAfterDays})
      and not exists (select 1 from ${namesOf(schedules)}
        where known.name = schedules.name and known.folder = schedules.folder)`)
}

const pauseAfter = (failures: typeof sql.empty) => sql`
  make_interval(secs => least(every_seconds, ${longestPauseSeconds},
    ${firstPauseSeconds} * power(2, least(${failures} - 1, 20))))`

const ClaimedRow = z.object({ name: z.string(), folder: z.uuid(), lease: z.uuid() })
export type ClaimedRow = z.infer<typeof ClaimedRow>

/** Counts as failed until it succeeds, because a process that is killed during a run reports nothing. */
export const claimDue = (
  postgres: Database,
  schedules: readonly KnownSchedule[],
  leaseSeconds: number,
) =>
  postgres.rows(
    ClaimedRow,
    sql`
    update schedules set lease = gen_random_uuid(), started_at = now(),
      leased_until = now() + make_interval(secs => ${leaseSeconds}),
      last_error = case when lease is null then last_error
        else 'The process that ran it ended in the middle.' end,
      failures = failures + 1, due_at = now() + ${pauseAfter(sql`(failures + 1)`)}
    where (name, folder) in (
      select name, folder from schedules
      where (name, folder) in (select known.name, known.folder from ${namesOf(schedules)})
        and due_at <= now() and (leased_until is null or leased_until <= now())
      for update skip locked)
    returning name, folder, lease`,
  )

const RenewedRow = z.object({ lease: z.uuid() })

/** Leases that are not returned now belong to another process. */
export const renewLeases = async (
  postgres: Database,
  leases: readonly string[],
  leaseSeconds: number,
) =>
  new Set(
    (
      await postgres.rows(
        RenewedRow,
        sql`
        update schedules set leased_until = now() + make_interval(secs => ${leaseSeconds})
        where lease = any(${[...leases]}::uuid[]) returning lease`,
      )
    ).map(({ lease }) => lease),
  )

export const noteSuccess = (postgres: Database, lease: string) =>
  postgres.run(sql`
    update schedules set lease = null, leased_until = null, failures = 0, last_error = null,
      finished_at = now(), due_at = now() + make_interval(secs => every_seconds)
    where lease = ${lease}`)

const FailedRow = z.object({ failures: z.int(), due_at: z.date() })

/** Returns nothing when another process now holds the lease. */
export const noteFailure = (postgres: Database, lease: string, error: string) =>
  postgres.maybeRow(
    FailedRow,
    sql`
    update schedules set lease = null, leased_until = null, last_error = ${error},
      due_at = now() + ${pauseAfter(sql`failures`)}
    where lease = ${lease} returning failures, due_at`,
  )

/** A program that stops returns the lease: the run is due again and does not count as a failure. */
export const giveBackLease = (postgres: Database, lease: string) =>
  postgres.run(sql`
    update schedules set lease = null, leased_until = null, failures = failures - 1, due_at = now()
    where lease = ${lease}`)

const TroubledRow = z.object({
  name: z.string(),
  failures: z.int(),
  last_error: z.string().nullable(),
  late_seconds: z.number(),
})

/** Schedules that failed several times in a row or are far behind: those shared by all processes and those of one folder. */
export const listTroubledSchedules = (
  postgres: Database,
  { folder, failures, lateSeconds }: { folder: string; failures: number; lateSeconds: number },
) =>
  postgres.rows(
    TroubledRow,
    sql`
    select name, failures - running as failures, last_error, late_seconds from (
      select name, failures, last_error,
        case when leased_until > now() then 1 else 0 end as running,
        case when leased_until > now() then 0
          else greatest(0, extract(epoch from now() - due_at))::float8 end as late_seconds
      from schedules where folder in (${sharedFolder}, ${folder})) s
    where failures - running >= ${failures} or late_seconds > ${lateSeconds}
    order by name`,
  )
