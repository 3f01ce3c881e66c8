import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { type LiveCommand, LiveStreamRow } from './live-stream-row.ts'
import { liveStreamColumns } from './live-streams.sql.ts'

/** A change of any live stream is announced on it, with the id. Listeners read the row. */
export const liveChannel = 'playhead_live'

/** Call it in the transaction of the change: it is sent when that commits. */
export const notifyLive = (environment: Environment, id: string) =>
  environment.postgres.run(sql`select pg_notify(${liveChannel}, ${id}::text)`)

export type LiveState = Partial<
  Pick<
    LiveStreamRow,
    'status' | 'active_asset_id' | 'ingest_protocol' | 'is_connected' | 'is_recording'
  >
>

/** What is left out stays. It finds deleted live streams too, whose broadcast ends after them. */
export const setLiveStatus = (environment: Environment, id: string, state: LiveState) => {
  const sets = Object.entries(state)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
  return environment.postgres.row(
    LiveStreamRow,
    sql`
    update live_streams as s set ${sql.join(sets, ', ')}
    where s.environment_id = ${environment.id} and s.id = ${id} returning ${liveStreamColumns}`,
  )
}

export const updateLiveCommand = (
  environment: Environment,
  id: string,
  command: LiveCommand | null,
) =>
  environment.postgres.run(sql`
    update live_streams set command = ${command}
    where environment_id = ${environment.id} and id = ${id}`)

const FoundByKey = z.object({
  ...LiveStreamRow.shape,
  environment_id: z.uuid(),
  organization_id: z.uuid(),
})
export type LiveStreamOfKey = z.infer<typeof FoundByKey>

/** The key is the only credential: the tenant is not known before this query. */
export const findByKeyHash = (postgres: Database, keyHash: Buffer) =>
  postgres.maybeRow(
    FoundByKey,
    sql`
    select ${liveStreamColumns}, s.environment_id, e.organization_id
    from live_streams s join environments e on e.id = s.environment_id
    where s.key_hash = ${keyHash} and s.deleted_at is null`,
  )
