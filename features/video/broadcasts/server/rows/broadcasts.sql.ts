import { z } from 'zod'
import { liveCommands, runningColumns } from '@playhead/features/video/live-streams/server'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const states = ['connecting', 'recording', 'active', 'away', 'finishing', 'ended'] as const
export type BroadcastState = (typeof states)[number]

export const BroadcastRow = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  live_stream_id: z.uuid(),
  asset_id: z.uuid(),
  protocol: z.enum(['rtmp', 'srt']),
  state: z.enum(states),
  encoder: z.string().nullable(),
  latency_mode: z.enum(['low', 'reduced', 'standard']),
  began_at: z.date(),
  active_at: z.date().nullable(),
  end_reason: z.string().nullable(),
})
export type BroadcastRow = z.infer<typeof BroadcastRow>

const columns = sql`id, environment_id, live_stream_id, asset_id, protocol, state, encoder, latency_mode,
  began_at, active_at, end_reason`

/** A broadcast that is not renewed for this long may be taken over. */
const leaseSeconds = 20
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

interface NewBroadcast extends Pick<
  BroadcastRow,
  'live_stream_id' | 'asset_id' | 'protocol' | 'encoder' | 'latency_mode'
> {
  nodeId: string
}

/** Returns no row while the live stream has another broadcast that has not ended. */
export const insertBroadcast = (environment: Environment, given: NewBroadcast) =>
  environment.postgres.maybeRow(
    BroadcastRow,
    sql`
    insert into live_broadcasts (environment_id, live_stream_id, asset_id, protocol, encoder,
      latency_mode, node_id, lease_until)
    values (${environment.id}, ${given.live_stream_id}, ${given.asset_id}, ${given.protocol},
      ${given.encoder}, ${given.latency_mode}, ${given.nodeId}, ${leaseEnd})
    on conflict do nothing returning ${columns}`,
  )

/** What is left out stays. */
export const updateBroadcast = (
  environment: Environment,
  id: string,
  {
    state,
    encoder,
    endReason,
  }: { state: BroadcastState; encoder?: string | null; endReason?: string },
) =>
  environment.postgres.run(sql`
    update live_broadcasts set state = ${state}, encoder = coalesce(${encoder ?? null}, encoder),
      end_reason = coalesce(${endReason ?? null}, end_reason),
      active_at = case when ${state === 'active'} then coalesce(active_at, clock_timestamp()) else active_at end,
      away_since = case when ${state === 'away'} then clock_timestamp() else null end,
      ended_at = case when ${state === 'ended'} then clock_timestamp() else null end
    where environment_id = ${environment.id} and id = ${id} and state <> 'ended'`)

/** Those that this process runs, of all environments. */
export const renewLeases = (postgres: Database, nodeId: string, ids: readonly string[]) =>
  postgres.run(sql`
    update live_broadcasts set lease_until = ${leaseEnd}
    where node_id = ${nodeId} and id = any(${[...ids]}::uuid[]) and state <> 'ended'`)

const AskedRow = z.object({
  id: z.uuid(),
  /** Null as long as nothing is asked. */
  command: z.enum(liveCommands).nullable(),
  key_print: z.string(),
  has_asset: z.boolean(),
  latency_mode: z.enum(['low', 'reduced', 'standard']),
  reconnect_window: z.number(),
  max_continuous_seconds: z.number(),
  uses_slate: z.boolean(),
  slate_url: z.string().nullable(),
})
export type AskedRow = z.infer<typeof AskedRow>

/** What is asked of broadcasts, of all environments. One without its live stream has no row. */
export const listAsked = (postgres: Database, ids: readonly string[]) =>
  postgres.rows(
    AskedRow,
    sql`
    select b.id, s.command, encode(s.key_hash, 'hex') as key_print,
      exists (select 1 from assets a where a.environment_id = b.environment_id
        and a.id = b.asset_id and a.status <> 'deleted') as has_asset,
      ${runningColumns}
    from live_broadcasts b
      join live_streams s on s.environment_id = b.environment_id and s.id = b.live_stream_id
    where b.id = any(${[...ids]}::uuid[])`,
  )

/** Longer than the restart of another node, whose data folder holds the recording. */
const abandonedMinutes = 10

/** For all environments: those that this node had, and those that no node has any more. */
export const listAbandoned = (postgres: Database, nodeId: string) =>
  postgres.rows(
    BroadcastRow,
    sql`
    select ${columns} from live_broadcasts
    where state <> 'ended' and (node_id = ${nodeId}
      or lease_until < clock_timestamp() - make_interval(mins => ${abandonedMinutes}))
    order by began_at`,
  )

const IdRow = z.object({ id: z.uuid() })

/** Of all processes that share the database. */
export const listUnfinished = async (postgres: Database) =>
  (await postgres.rows(IdRow, sql`select id from live_broadcasts where state <> 'ended'`)).map(
    ({ id }) => id,
  )

export const takeOver = (postgres: Database, id: string, nodeId: string) =>
  postgres.run(sql`
    update live_broadcasts set node_id = ${nodeId}, lease_until = ${leaseEnd}
    where id = ${id} and state <> 'ended'`)

/** Locks the row: its end happens once. */
export const lockUnfinished = async (environment: Environment, id: string) =>
  (await environment.postgres.maybeRow(
    IdRow,
    sql`
    select id from live_broadcasts
    where environment_id = ${environment.id} and id = ${id} and state <> 'ended' for update`,
  )) !== undefined

/** Until the transaction ends: two encoders that come at once are counted one after the other. */
export const lockRoom = (postgres: Database) =>
  postgres.run(sql`select pg_advisory_xact_lock(hashtext('room for live streams'))`)

const CountRow = z.object({ count: z.number() })

/** Of all processes that share the database. */
export const countBroadcasts = async (postgres: Database) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from live_broadcasts
      where state <> 'ended' and lease_until > clock_timestamp()`,
    )
  ).count

/** The newest broadcast of a live stream, running or ended. */
export const findNewestBroadcast = (environment: Environment, liveStreamId: string) =>
  environment.postgres.maybeRow(
    BroadcastRow,
    sql`
    select ${columns} from live_broadcasts
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}
    order by began_at desc limit 1`,
  )
