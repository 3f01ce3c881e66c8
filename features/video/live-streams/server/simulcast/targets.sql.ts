import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { TargetRow } from './target-row.ts'

const columns = sql`id, live_stream_id, url, key_sealed, passthrough, status, error_severity,
  last_error`

/** In the order in which they were made. */
export const listTargets = (environment: Environment, liveStreamIds: readonly string[]) =>
  environment.postgres.rows(
    TargetRow,
    sql`
    select ${columns} from live_simulcast_targets
    where environment_id = ${environment.id} and live_stream_id = any(${[...liveStreamIds]}::uuid[])
    order by created_at, id`,
  )

export const findTarget = (environment: Environment, liveStreamId: string, id: string) =>
  environment.postgres.maybeRow(
    TargetRow,
    sql`
    select ${columns} from live_simulcast_targets
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId} and id = ${id}`,
  )

export const insertTarget = (
  environment: Environment,
  liveStreamId: string,
  given: Pick<TargetRow, 'url' | 'key_sealed' | 'passthrough'>,
) =>
  environment.postgres.row(
    TargetRow,
    sql`
    insert into live_simulcast_targets (environment_id, live_stream_id, url, key_sealed, passthrough)
    values (${environment.id}, ${liveStreamId}, ${given.url}, ${given.key_sealed}, ${given.passthrough})
    returning ${columns}`,
  )

export interface Tries {
  /** In a row. */
  failures: number
  /** Undefined while no other try is planned. */
  retrySeconds?: number | undefined
}

/** Returns no row when the target was deleted meanwhile. */
export const updateTarget = (
  environment: Environment,
  id: string,
  state: Pick<TargetRow, 'status' | 'error_severity' | 'last_error'>,
  { failures, retrySeconds }: Tries,
) =>
  environment.postgres.maybeRow(
    TargetRow,
    sql`
    update live_simulcast_targets set status = ${state.status},
      error_severity = ${state.error_severity}, last_error = ${state.last_error},
      failures = ${failures},
      retry_at = clock_timestamp() + make_interval(secs => ${retrySeconds ?? null}::float8)
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

const TriesRow = z.object({
  id: z.uuid(),
  failures: z.number(),
  /** By the clock of the database: those of browsers differ. */
  retry_in_seconds: z.number().nullable(),
})

export const listTries = (environment: Environment, liveStreamId: string) =>
  environment.postgres.rows(
    TriesRow,
    sql`
    select id, failures, case when retry_at is not null
      then greatest(0, extract(epoch from retry_at - clock_timestamp())) end::float8 as retry_in_seconds
    from live_simulcast_targets
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}
    order by created_at, id`,
  )

export const deleteTarget = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    delete from live_simulcast_targets where environment_id = ${environment.id} and id = ${id}`)

export const deleteTargetsOf = (environment: Environment, liveStreamId: string) =>
  environment.postgres.run(sql`
    delete from live_simulcast_targets
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}`)
