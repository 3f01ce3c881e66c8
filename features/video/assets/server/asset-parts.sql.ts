import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { PlaybackIdRow, RenditionRow, TrackRow } from './asset-row.ts'

export const playbackIdColumns = sql`id, asset_id, live_stream_id, policy`

export const trackColumns = sql`id, asset_id, type, status, is_primary, name, language_code,
  closed_captions, text_type, text_source, passthrough, url, duration, max_width, max_height,
  max_frame_rate, max_channels, language_confidence, source_stream, storage_key, error_type,
  error_messages`

export const renditionColumns = sql`id, asset_id, name, resolution, type, status, passthrough, width,
  height, bitrate, bytes, storage_key, error_message`

export const listPlaybackIdsOf = (environment: Environment, assetIds: string[]) =>
  environment.postgres.rows(
    PlaybackIdRow,
    sql`
    select ${playbackIdColumns} from playback_ids
    where environment_id = ${environment.id} and asset_id = any(${assetIds}) order by created_at, id`,
  )

export const listTracksOf = (environment: Environment, assetIds: string[]) =>
  environment.postgres.rows(
    TrackRow,
    sql`
    select ${trackColumns} from asset_tracks
    where environment_id = ${environment.id} and asset_id = any(${assetIds}) and status <> 'deleted'
    order by created_at, id`,
  )

export const listRenditionsOf = (environment: Environment, assetIds: string[]) =>
  environment.postgres.rows(
    RenditionRow,
    sql`
    select ${renditionColumns} from static_renditions
    where environment_id = ${environment.id} and asset_id = any(${assetIds}) order by created_at, id`,
  )

export interface NewPlaybackId {
  id: string
  policy: 'public' | 'signed'
}

export const insertPlaybackId = (
  environment: Environment,
  assetId: string,
  { id, policy }: NewPlaybackId,
) =>
  environment.postgres.row(
    PlaybackIdRow,
    sql`
    insert into playback_ids (id, environment_id, asset_id, policy)
    values (${id}, ${environment.id}, ${assetId}, ${policy}) returning ${playbackIdColumns}`,
  )

export interface NewTrack {
  type: 'audio' | 'text'
  name: string
  languageCode: string
  textSource?: 'uploaded' | 'generated_vod' | undefined
  closedCaptions?: boolean | undefined
  passthrough?: string | undefined
  url?: string | undefined
  sourceStream?: number | null | undefined
}

/** Finds no row when a track of that type has the name already. */
export const insertTrack = (environment: Environment, assetId: string, track: NewTrack) =>
  environment.postgres.maybeRow(
    TrackRow,
    sql`
    insert into asset_tracks (environment_id, asset_id, type, name, language_code, closed_captions,
      text_type, text_source, passthrough, url, source_stream)
    values (${environment.id}, ${assetId}, ${track.type}, ${track.name}, ${track.languageCode},
      ${track.closedCaptions ?? false}, ${track.type === 'text' ? 'subtitles' : null},
      ${track.textSource ?? null}, ${track.passthrough || null}, ${track.url ?? null},
      ${track.sourceStream ?? null})
    on conflict do nothing returning ${trackColumns}`,
  )

export interface NewRendition {
  name: string
  resolution: string
  type: 'standard' | 'advanced'
  passthrough?: string | undefined
}

/** Finds no row when the asset has this file already. */
export const insertRendition = (
  environment: Environment,
  assetId: string,
  { name, resolution, type, passthrough }: NewRendition,
) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    insert into static_renditions (environment_id, asset_id, name, resolution, type, passthrough)
    values (${environment.id}, ${assetId}, ${name}, ${resolution}, ${type}, ${passthrough || null})
    on conflict do nothing returning ${renditionColumns}`,
  )

export const findTrack = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    TrackRow,
    sql`
    select ${trackColumns} from asset_tracks
    where environment_id = ${environment.id} and id = ${id} and status <> 'deleted'`,
  )

export const findRendition = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    select ${renditionColumns} from static_renditions
    where environment_id = ${environment.id} and id = ${id}`,
  )

export const deleteRendition = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from static_renditions where environment_id = ${environment.id} and id = ${id}`,
  )
