import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { LiveStreamStatus } from '../../contract.ts'
import { LiveStreamRow } from './live-stream-row.ts'

/** What may change while it is on air. A window that was never set depends on the latency. */
export const runningColumns = sql`s.latency_mode,
  coalesce(s.reconnect_window, case s.latency_mode when 'standard' then 60 else 0 end)
    as reconnect_window,
  s.max_continuous_seconds, s.uses_slate, s.slate_url`

export const liveStreamColumns = sql`s.id, s.status, s.command,
  encode(s.key_hash, 'hex') as key_print, s.key_sealed, s.srt_passphrase_sealed,
  ${runningColumns}, s.is_audio_only, s.is_test,
  s.embedded_subtitles, s.generated_subtitles, s.new_asset_settings, s.title, s.passthrough,
  s.active_asset_id, s.ingest_protocol, s.is_connected, s.is_recording, s.created_at, s.deleted_at`

const kept = (environment: Environment) =>
  sql`s.environment_id = ${environment.id} and s.deleted_at is null`

interface NewLiveStream extends Pick<
  LiveStreamRow,
  | 'key_sealed'
  | 'srt_passphrase_sealed'
  | 'latency_mode'
  | 'max_continuous_seconds'
  | 'uses_slate'
  | 'slate_url'
  | 'is_audio_only'
  | 'is_test'
  | 'embedded_subtitles'
  | 'generated_subtitles'
  | 'new_asset_settings'
  | 'title'
  | 'passthrough'
> {
  keyHash: Buffer
  reconnectWindow: number | null
}

export const insertLiveStream = (environment: Environment, given: NewLiveStream) =>
  environment.postgres.row(
    LiveStreamRow,
    sql`
    insert into live_streams as s (environment_id, key_hash, key_sealed, srt_passphrase_sealed,
      latency_mode, reconnect_window, max_continuous_seconds, uses_slate, slate_url, is_audio_only,
      is_test, embedded_subtitles, generated_subtitles, new_asset_settings, title, passthrough)
    values (${environment.id}, ${given.keyHash}, ${given.key_sealed},
      ${given.srt_passphrase_sealed}, ${given.latency_mode}, ${given.reconnectWindow},
      ${given.max_continuous_seconds}, ${given.uses_slate}, ${given.slate_url},
      ${given.is_audio_only}, ${given.is_test}, ${sql.json(given.embedded_subtitles)},
      ${sql.json(given.generated_subtitles)},
      ${given.new_asset_settings === null ? null : sql.json(given.new_asset_settings)},
      ${given.title}, ${given.passthrough})
    returning ${liveStreamColumns}`,
  )

export const findLiveStream = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    LiveStreamRow,
    sql`select ${liveStreamColumns} from live_streams s where ${kept(environment)} and s.id = ${id}`,
  )

/** For the last events of a deleted live stream, whose broadcast ends after it. */
export const findLiveStreamEvenDeleted = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    LiveStreamRow,
    sql`
    select ${liveStreamColumns} from live_streams s
    where s.environment_id = ${environment.id} and s.id = ${id}`,
  )

/** Locks the row until the end of the transaction, so that a change and its event agree. */
export const lockLiveStream = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    LiveStreamRow,
    sql`
    select ${liveStreamColumns} from live_streams s
    where ${kept(environment)} and s.id = ${id} for update`,
  )

/** As lockLiveStream, for the broadcast of a live stream that was deleted meanwhile. */
export const lockLiveStreamEvenDeleted = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    LiveStreamRow,
    sql`
    select ${liveStreamColumns} from live_streams s
    where s.environment_id = ${environment.id} and s.id = ${id} for update`,
  )

interface LiveStreamSearch {
  status?: LiveStreamStatus | undefined
  keyHash?: Buffer | undefined
}

const found = (environment: Environment, { status, keyHash }: LiveStreamSearch) =>
  sql.join(
    [
      kept(environment),
      status ? sql`s.status = ${status}` : sql`true`,
      keyHash ? sql`s.key_hash = ${keyHash}` : sql`true`,
    ],
    ' AND ',
  )

const Count = z.object({ count: z.number() })

export const countLiveStreams = async (environment: Environment, search: LiveStreamSearch) =>
  (
    await environment.postgres.row(
      Count,
      sql`select count(*)::int as count from live_streams s where ${found(environment, search)}`,
    )
  ).count

export const listLiveStreamRows = (
  environment: Environment,
  search: LiveStreamSearch,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    LiveStreamRow,
    sql`
    select ${liveStreamColumns} from live_streams s where ${found(environment, search)}
    order by s.created_at desc, s.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

interface LiveStreamFields extends Pick<
  LiveStreamRow,
  | 'latency_mode'
  | 'max_continuous_seconds'
  | 'uses_slate'
  | 'slate_url'
  | 'new_asset_settings'
  | 'title'
  | 'passthrough'
> {
  /** Stays as it is without a value. */
  reconnectWindow: number | undefined
}

export const updateLiveStreamFields = (
  environment: Environment,
  id: string,
  fields: LiveStreamFields,
) =>
  environment.postgres.row(
    LiveStreamRow,
    sql`
    update live_streams as s set latency_mode = ${fields.latency_mode},
      reconnect_window = coalesce(${fields.reconnectWindow ?? null}, s.reconnect_window),
      max_continuous_seconds = ${fields.max_continuous_seconds}, uses_slate = ${fields.uses_slate},
      slate_url = ${fields.slate_url}, title = ${fields.title}, passthrough = ${fields.passthrough},
      new_asset_settings = ${fields.new_asset_settings === null ? null : sql.json(fields.new_asset_settings)}
    where ${kept(environment)} and s.id = ${id} returning ${liveStreamColumns}`,
  )

type LiveStreamSettings = Pick<
  LiveStreamRow,
  'embedded_subtitles' | 'generated_subtitles' | 'new_asset_settings'
>

export const updateLiveStreamSettings = (
  environment: Environment,
  id: string,
  settings: LiveStreamSettings,
) =>
  environment.postgres.row(
    LiveStreamRow,
    sql`
    update live_streams as s set embedded_subtitles = ${sql.json(settings.embedded_subtitles)},
      generated_subtitles = ${sql.json(settings.generated_subtitles)},
      new_asset_settings = ${settings.new_asset_settings === null ? null : sql.json(settings.new_asset_settings)}
    where ${kept(environment)} and s.id = ${id} returning ${liveStreamColumns}`,
  )

export const updateStreamKey = (
  environment: Environment,
  id: string,
  { hash, sealed }: { hash: Buffer; sealed: string },
) =>
  environment.postgres.row(
    LiveStreamRow,
    sql`
    update live_streams as s set key_hash = ${hash}, key_sealed = ${sealed}
    where ${kept(environment)} and s.id = ${id} returning ${liveStreamColumns}`,
  )

/** Queries no longer find the live stream, neither by its id nor by its key. */
export const markLiveStreamDeleted = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update live_streams as s set deleted_at = clock_timestamp()
    where ${kept(environment)} and s.id = ${id}`)

const RecentAsset = z.object({ live_stream_id: z.uuid(), id: z.uuid() })

export const recentAssetsMax = 100

/** Of each live stream the newest ones, the newest last. */
export const listRecentAssets = (environment: Environment, liveStreamIds: readonly string[]) =>
  environment.postgres.rows(
    RecentAsset,
    sql`
    select s.id as live_stream_id, a.id
    from unnest(${[...liveStreamIds]}::uuid[]) as s(id)
    cross join lateral (
      select assets.id, assets.created_at from assets
      where assets.environment_id = ${environment.id} and assets.live_stream_id = s.id
        and assets.status <> 'deleted'
      order by assets.created_at desc, assets.id desc limit ${recentAssetsMax}) a
    order by a.created_at, a.id`,
  )

const KnownVocabulary = z.object({ id: z.uuid() })

export const listKnownVocabularies = async (environment: Environment, ids: readonly string[]) =>
  (
    await environment.postgres.rows(
      KnownVocabulary,
      sql`
      select id from transcription_vocabularies
      where environment_id = ${environment.id} and id = any(${[...ids]}::uuid[])`,
    )
  ).map(({ id }) => id)
