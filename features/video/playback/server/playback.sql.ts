import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** This look-up runs before the tenant is known: the playback id identifies it. */
const PlaybackRow = z.object({
  policy: z.enum(['public', 'signed']),
  environment_id: z.uuid(),
  /** Null where visitors of a public demo look on: they would report as they please. DEMO-003 */
  environment_key: z.string().nullable(),
  organization_id: z.uuid(),
  /** Of a live stream; null for the id of an asset. */
  live_stream_id: z.uuid().nullable(),
  /** Of a live stream the asset of its running broadcast. */
  asset_id: z.uuid().nullable(),
  status: z.enum(['preparing', 'ready', 'errored', 'deleted']).nullable(),
  is_live: z.boolean(),
  playable_at: z.date().nullable(),
  /** Changes with every update of the row. */
  version: z.string().nullable(),
})
export type PlaybackRow = z.infer<typeof PlaybackRow>

export const findPlayback = (postgres: Database, playbackId: string) =>
  postgres.maybeRow(
    PlaybackRow,
    sql`
    select p.policy, p.environment_id, e.organization_id,
      case when not exists (select 1 from server_state v join environment_access o
          on o.user_id::text = v.value #>> '{}' and o.environment_id = e.id
        where v.name = 'demo_visitor') then e.key end as environment_key,
      p.live_stream_id, a.id as asset_id, a.status, a.playable_at, a.xmin::text as version,
      coalesce(a.progress_state = 'live', false) as is_live
    from playback_ids p join environments e on e.id = p.environment_id
      left join live_streams s on s.id = p.live_stream_id and s.environment_id = p.environment_id
        and s.deleted_at is null
      left join assets a on a.id = coalesce(p.asset_id, s.active_asset_id)
        and a.environment_id = p.environment_id
    where p.id = ${playbackId} and (a.id is not null or s.id is not null)`,
  )

export const AssetRow = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  creator_id: z.string().nullable(),
  video_quality: z.enum(['basic', 'plus', 'premium']),
  normalizes_audio: z.boolean(),
  is_test: z.boolean(),
  thumbnail_time: z.number().nullable(),
  duration: z.number().nullable(),
  resolution_tier: z.enum(['audio-only', '720p', '1080p', '1440p', '2160p']).nullable(),
  aspect_ratio: z.string().nullable(),
  media_map: z.unknown(),
})
export type AssetRow = z.infer<typeof AssetRow>

export const findAsset = (environment: Environment, assetId: string) =>
  environment.postgres.maybeRow(
    AssetRow,
    sql`
    select id, title, creator_id, video_quality, normalizes_audio, is_test, thumbnail_time,
      duration, resolution_tier, aspect_ratio, media_map
    from assets where environment_id = ${environment.id} and id = ${assetId}
      and status <> 'deleted'`,
  )

const RestrictionRow = z.object({
  allowed_domains: z.array(z.string()),
  allows_no_referrer: z.boolean(),
  allows_no_user_agent: z.boolean(),
  allows_high_risk_user_agent: z.boolean(),
})
export type RestrictionRow = z.infer<typeof RestrictionRow>

export const findRestriction = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RestrictionRow,
    sql`
    select allowed_domains, allows_no_referrer, allows_no_user_agent, allows_high_risk_user_agent
    from playback_restrictions where environment_id = ${environment.id} and id = ${id}`,
  )

const StoredName = z.object({ name: z.string(), stored_at: z.coerce.number() })
export type StoredName = z.infer<typeof StoredName>

const storedAt = sql`coalesce(extract(epoch from ready_at), 0) as stored_at`

/** Fully stored renditions: playlists can list these even if they are never made on demand. */
export const listStoredRenditions = (environment: Environment, assetId: string) =>
  environment.postgres.rows(
    StoredName,
    sql`
      select name, ${storedAt} from asset_renditions
      where environment_id = ${environment.id} and asset_id = ${assetId} and status = 'ready'`,
  )

const OffsetsRow = StoredName.extend({
  offsets: z.array(z.int()),
  keyframe_bytes: z.nullable(z.array(z.int())),
  pieces: z.nullable(z.array(z.object({ first_segment: z.int(), offsets: z.array(z.int()) }))),
})

/** Where the segments of these renditions lie, for their sizes. */
export const listStoredOffsets = (
  environment: Environment,
  assetId: string,
  names: readonly string[],
) =>
  environment.postgres.rows(
    OffsetsRow,
    sql`
      select name, ${storedAt}, offsets, pieces, keyframe_bytes from asset_renditions
      where environment_id = ${environment.id} and asset_id = ${assetId} and status = 'ready'
        and name = any(${[...names]})`,
  )

export const TextTrackRow = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  language_code: z.string().nullable(),
  closed_captions: z.boolean(),
  storage_key: z.string(),
})
export type TextTrackRow = z.infer<typeof TextTrackRow>

const textTrackColumns = sql`id, name, language_code, closed_captions, storage_key`

export const listTextTracks = (environment: Environment, assetId: string) =>
  environment.postgres.rows(
    TextTrackRow,
    sql`
    select ${textTrackColumns} from asset_tracks
    where environment_id = ${environment.id} and asset_id = ${assetId}
      and type = 'text' and status = 'ready' and storage_key is not null
    order by created_at, id`,
  )

export const findTextTrack = (environment: Environment, assetId: string, trackId: string) =>
  environment.postgres.maybeRow(
    TextTrackRow,
    sql`
    select ${textTrackColumns} from asset_tracks
    where environment_id = ${environment.id} and asset_id = ${assetId} and id = ${trackId}
      and type = 'text' and status = 'ready' and storage_key is not null`,
  )

export const StaticFileRow = z.object({
  storage_key: z.string(),
  bytes: z.coerce.number().nullable(),
  height: z.number().nullable(),
  width: z.number().nullable(),
})
export type StaticFileRow = z.infer<typeof StaticFileRow>

export const findStaticFile = (environment: Environment, assetId: string, name: string) =>
  environment.postgres.maybeRow(
    StaticFileRow,
    sql`
    select storage_key, bytes, width, height from static_renditions
    where environment_id = ${environment.id} and asset_id = ${assetId} and name = ${name}
      and status = 'ready' and storage_key is not null`,
  )

const IdRow = z.object({ id: z.string() })

/**
 * Those of the given ids of this environment that a preview needs a token for: signed ones, and all of live streams.
 * Without `includesLive`, none that plays a broadcast.
 */
export const listPreviewedIds = async (
  environment: Environment,
  ids: string[],
  { includesLive }: { includesLive: boolean },
) => {
  const rows = await environment.postgres.rows(
    IdRow,
    sql`
    select p.id from playback_ids p
      left join assets a on a.id = p.asset_id and a.environment_id = p.environment_id
    where p.environment_id = ${environment.id} and p.id = any(${ids})
      and (p.live_stream_id is not null or (p.policy = 'signed' and a.status <> 'deleted'))
      and (${includesLive} or (p.live_stream_id is null and a.progress_state <> 'live'))`,
  )
  return rows.map(({ id }) => id)
}
