import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { exportKinds } from '../../contract.ts'
import type { Place } from './finished-views.sql.ts'

const Plan = {
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
}

const kind = z.enum(exportKinds)

const FreeRow = z.object({ id: z.uuid(), kind, ...Plan })

const isFree = sql`s.status = 'running' and (s.leased_until is null or s.leased_until < now())`

/** Exports of all tenants that no worker sends, with what decides whether the plan includes them. */
export const listFreeExports = (postgres: Database) =>
  postgres.rows(
    FreeRow,
    sql`
    select s.id, s.kind, o.plan, o.plan_flags, o.feature_overrides from streaming_exports s
    join environments e on e.id = s.environment_id
    join organizations o on o.id = e.organization_id
    where ${isFree} order by s.created_at`,
  )

export const ClaimedRow = z.object({
  id: z.uuid(),
  kind,
  lease: z.uuid(),
  environment_id: z.uuid(),
  organization_id: z.uuid(),
  settings_sealed: z.string(),
  settled_at: z.date(),
  settled_id: z.string(),
})
export type ClaimedRow = z.infer<typeof ClaimedRow>

/** What the last program on this data folder held when it died. */
export const takeBackOwn = (postgres: Database, workerId: string) =>
  postgres.run(sql`
    update streaming_exports set lease = null, leased_until = null where worker_id = ${workerId}`)

export const claimExports = (
  postgres: Database,
  {
    ids,
    workerId,
    leaseSeconds,
  }: { ids: readonly string[]; workerId: string; leaseSeconds: number },
) =>
  postgres.rows(
    ClaimedRow,
    sql`
    with free as (
      select s.id from streaming_exports s
      where s.id = any(${[...ids]}::uuid[]) and ${isFree} for update skip locked)
    update streaming_exports s
    set lease = gen_random_uuid(), worker_id = ${workerId},
      leased_until = now() + make_interval(secs => ${leaseSeconds})
    from free, environments e
    where s.id = free.id and e.id = s.environment_id
    returning s.id, s.kind, s.lease, s.environment_id, e.organization_id, s.settings_sealed, s.settled_at,
      s.settled_id`,
  )

const RenewedRow = z.object({ lease: z.uuid(), kind, ...Plan })

/** Leases that are not returned belong to another worker, or the export was changed. */
export const renewLeases = (postgres: Database, leases: readonly string[], leaseSeconds: number) =>
  postgres.rows(
    RenewedRow,
    sql`
    update streaming_exports s
    set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from environments e join organizations o on o.id = e.organization_id
    where s.lease = any(${[...leases]}::uuid[]) and e.id = s.environment_id
    returning s.lease, s.kind, o.plan, o.plan_flags, o.feature_overrides`,
  )

export const giveBackLease = (postgres: Database, lease: string) =>
  postgres.run(sql`
    update streaming_exports set lease = null, leased_until = null where lease = ${lease}`)

interface Advance {
  settled: Place
  sentUntil: Date
  /** Rows that the destination has just accepted. */
  rows: number
  now: Date
}

/** Changes nothing once the lease is lost; returns whether it was held. */
export const advanceExport = async (
  postgres: Database,
  lease: string,
  { settled, sentUntil, rows, now }: Advance,
) =>
  (await postgres.run(sql`
    update streaming_exports set settled_at = ${new Date(settled.at)}, settled_id = ${settled.viewId},
      sent_until = greatest(sent_until, ${sentUntil}), rows_sent = rows_sent + ${rows}
      ${rows > 0 ? sql`, last_sent_at = ${now}, refused_since = null, last_error = null` : sql.empty}
    where lease = ${lease}`)) === 1

const RefusedRow = z.object({ refused_since: z.date() })

/** Returns nothing once the lease is lost. */
export const noteRefusal = (postgres: Database, lease: string, error: string, now: Date) =>
  postgres.maybeRow(
    RefusedRow,
    sql`
    update streaming_exports set last_error = ${error}, refused_since = coalesce(refused_since, ${now})
    where lease = ${lease} returning refused_since`,
  )

const StoppedRow = z.object({
  id: z.uuid(),
  kind,
  destination: z.enum(['http', 's3']),
  settings_sealed: z.string(),
  environment_id: z.uuid(),
  environment_name: z.string(),
})

export const stopRefusedExport = (postgres: Database, lease: string) =>
  postgres.maybeRow(
    StoppedRow,
    sql`
    update streaming_exports s set status = 'stopped', lease = null, leased_until = null
    from environments e where s.lease = ${lease} and e.id = s.environment_id
    returning s.id, s.kind, s.destination, s.settings_sealed, s.environment_id, e.name as environment_name`,
  )
