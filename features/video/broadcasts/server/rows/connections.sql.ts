import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { BroadcastRow } from './broadcasts.sql.ts'

const ConnectionRow = z.object({
  id: z.uuid(),
  asset_id: z.uuid(),
  protocol: z.enum(['rtmp', 'rtmps', 'srt']),
  encoder: z.string().nullable(),
  network: z.string(),
  connected_at: z.date(),
  left_at: z.date().nullable(),
  was_lost: z.boolean().nullable(),
  showed_slate: z.boolean(),
})
export type ConnectionRow = z.infer<typeof ConnectionRow>
export type Arrived = Pick<ConnectionRow, 'protocol' | 'encoder' | 'network'>

/** An encoder that comes and goes all day must not fill the table. */
const keptPerStream = 100
/** As long as events are. */
const keptDays = 30

/** Call it in the transaction of the event `connected`: screens find it by the time. */
export const insertConnection = async (
  environment: Environment,
  broadcast: Pick<BroadcastRow, 'id' | 'live_stream_id' | 'asset_id'>,
  { protocol, encoder, network }: Arrived,
) => {
  const { id, live_stream_id: liveStreamId, asset_id: assetId } = broadcast
  await environment.postgres.run(sql`
    insert into live_connections (environment_id, live_stream_id, broadcast_id, asset_id, protocol,
      encoder, network)
    values (${environment.id}, ${liveStreamId}, ${id}, ${assetId}, ${protocol}, ${encoder}, ${network})`)
  await environment.postgres.run(sql`
    delete from live_connections where live_stream_id = ${liveStreamId} and id in (
      select id from live_connections where live_stream_id = ${liveStreamId}
      order by connected_at desc, id offset ${keptPerStream})`)
}

const newestOf = (environment: Environment, broadcastId: string) => sql`
  id = (select id from live_connections
    where environment_id = ${environment.id} and broadcast_id = ${broadcastId}
    order by connected_at desc, id limit 1)`

/** What the encoder says of itself in its stream, which is more exact than what it says when it connects. */
export const nameEncoder = (environment: Environment, broadcastId: string, encoder: string) =>
  environment.postgres.run(sql`
    update live_connections set encoder = ${encoder} where ${newestOf(environment, broadcastId)}`)

/** Call it in the transaction of the event `disconnected`. */
export const leaveConnection = (environment: Environment, broadcastId: string, wasLost: boolean) =>
  environment.postgres.run(sql`
    update live_connections set left_at = clock_timestamp(), was_lost = ${wasLost}
    where left_at is null and ${newestOf(environment, broadcastId)}`)

export const markSlateShown = (environment: Environment, broadcastId: string) =>
  environment.postgres.run(sql`
    update live_connections set showed_slate = true
    where left_at is not null and ${newestOf(environment, broadcastId)}`)

export const listConnections = (environment: Environment, liveStreamId: string, limit: number) =>
  environment.postgres.rows(
    ConnectionRow,
    sql`
    select id, asset_id, protocol, encoder, network, connected_at, left_at, was_lost, showed_slate
    from live_connections
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}
    order by connected_at desc, id limit ${limit}`,
  )

/** For all environments: a schedule calls it. */
export const deleteOldConnections = (postgres: Database) =>
  postgres.run(sql`
    delete from live_connections
    where connected_at < clock_timestamp() - make_interval(days => ${keptDays})`)
