import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { TrackRow } from './track-row.ts'

const columns = sql`id, asset_id, type, status, is_primary, name, language_code,
  closed_captions, text_type, text_source, passthrough, url, duration, max_width, max_height,
  max_frame_rate, max_channels, language_confidence, source_stream, storage_key, error_type,
  error_messages`

export const listTracksOf = (environment: Environment, assetIds: readonly string[]) =>
  environment.postgres.rows(
    TrackRow,
    sql`
    select ${columns} from asset_tracks
    where environment_id = ${environment.id} and asset_id = any(${[...assetIds]}) and status <> 'deleted'
    order by created_at, id`,
  )

export interface NewTrack {
  type: 'audio' | 'text'
  name: string
  languageCode: string
  textSource?: 'uploaded' | 'embedded' | 'generated_vod' | 'generated_live_final' | undefined
  closedCaptions?: boolean | undefined
  passthrough?: string | undefined
  url?: string | undefined
  sourceStream?: number | null | undefined
}

/** Returns no row when a track of that type already has the name. */
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
    on conflict do nothing returning ${columns}`,
  )

export const findTrack = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    TrackRow,
    sql`
    select ${columns} from asset_tracks
    where environment_id = ${environment.id} and id = ${id} and status <> 'deleted'`,
  )

interface TrackTexts {
  name: string | null
  language_code: string | null
  closed_captions: boolean
  passthrough: string | null
}

export const updateTrackTexts = (environment: Environment, id: string, texts: TrackTexts) =>
  environment.postgres.row(
    TrackRow,
    sql`
    update asset_tracks set name = ${texts.name}, language_code = ${texts.language_code},
      closed_captions = ${texts.closed_captions}, passthrough = ${texts.passthrough}
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

/** The row stays as long as the asset, so that files made for this track never pass for another track's. */
export const markTrackDeleted = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update asset_tracks set status = 'deleted'
    where environment_id = ${environment.id} and id = ${id}`)

/** A failed asset produces no tracks. */
export const markTracksErrored = (
  environment: Environment,
  assetId: string,
  { type, message }: { type: string; message: string },
) =>
  environment.postgres.run(sql`
    update asset_tracks set status = 'errored', error_type = ${type}, error_messages = ${[message]}
    where environment_id = ${environment.id} and asset_id = ${assetId} and status = 'preparing'`)
