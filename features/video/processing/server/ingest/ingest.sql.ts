import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'

const kept = (environment: Environment, id: string) =>
  sql`environment_id = ${environment.id} and id = ${id} and status <> 'deleted'`

/** Answers whether the asset is still there. */
export const saveProgress = async (
  environment: Environment,
  id: string,
  { state, percent }: { state: 'ingesting' | 'transcoding'; percent: number },
) =>
  (await environment.postgres.run(sql`
    update assets set progress_state = ${state}, progress_percent = ${percent}
    where ${kept(environment, id)}`)) === 1

/** What failed before is begun anew. */
export const beginAgain = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update assets set status = 'preparing', error_type = null, error_messages = '{}',
      progress_state = 'ingesting', progress_percent = 0
    where ${kept(environment, id)} and status = 'errored'`)

export interface Facts {
  duration: number
  resolutionTier: string
  aspectRatio: string | null
  frameRate: number | null
}

export interface Findings extends Facts {
  inputInfo: unknown[]
  nonStandardReasons: Record<string, unknown> | null
}

/** Answers whether the asset is still there. */
export const saveFindings = async (environment: Environment, id: string, found: Findings) =>
  (await environment.postgres.run(sql`
    update assets set input_info = ${sql.json(found.inputInfo)},
      non_standard_reasons = ${found.nonStandardReasons === null ? null : sql.json(found.nonStandardReasons)},
      duration = ${found.duration}, resolution_tier = ${found.resolutionTier},
      aspect_ratio = ${found.aspectRatio}, max_stored_frame_rate = ${found.frameRate}
    where ${kept(environment, id)}`)) === 1

/** Before it is ready: everything that players ask for can be given from the source. */
export const markPlayable = (environment: Environment, id: string, map: MediaMap) =>
  environment.postgres.run(sql`
    update assets set media_map = ${sql.json(map)},
      playable_at = coalesce(playable_at, clock_timestamp())
    where ${kept(environment, id)} and status <> 'ready'`)

export const markReady = (environment: Environment, id: string, map: MediaMap) =>
  environment.postgres.run(sql`
    update assets set status = 'ready', media_map = ${sql.json(map)},
      playable_at = coalesce(playable_at, clock_timestamp()), ready_at = clock_timestamp(),
      progress_state = 'completed', progress_percent = 100,
      encoded_seconds = encoded_seconds + coalesce(duration, 0)
    where ${kept(environment, id)}`)

/** Nothing that was asked for besides comes of it either. */
export const markErrored = async (
  environment: Environment,
  id: string,
  { type, message }: { type: string; message: string },
) => {
  await environment.postgres.run(sql`
    update assets set status = 'errored', error_type = ${type}, error_messages = ${[message]},
      progress_state = 'errored', playable_at = null
    where ${kept(environment, id)}`)
  await environment.postgres.run(sql`
    update static_renditions set status = 'errored', error_message = ${message}
    where environment_id = ${environment.id} and asset_id = ${id} and status = 'preparing'`)
  await environment.postgres.run(sql`
    update asset_tracks set status = 'errored', error_type = ${type}, error_messages = ${[message]}
    where environment_id = ${environment.id} and asset_id = ${id} and status = 'preparing'`)
}

const IdRow = z.object({ id: z.uuid() })

export interface FoundTrack {
  type: 'video' | 'audio'
  isPrimary: boolean
  name: string | null
  languageCode: string | null
  duration: number
  width: number | null
  height: number | null
  frameRate: number | null
  channels: number | null
  stream: number
}

/** Those of an earlier try go; what people added by an address stays. */
export const deleteFoundTracks = (environment: Environment, assetId: string) =>
  environment.postgres.run(sql`
    delete from asset_tracks where environment_id = ${environment.id} and asset_id = ${assetId}
      and type <> 'text' and url is null`)

export const insertFoundTrack = async (
  environment: Environment,
  assetId: string,
  track: FoundTrack,
) =>
  (
    await environment.postgres.row(
      IdRow,
      sql`
    insert into asset_tracks (environment_id, asset_id, type, status, is_primary, name, language_code,
      duration, max_width, max_height, max_frame_rate, max_channels, source_stream)
    values (${environment.id}, ${assetId}, ${track.type}, 'ready', ${track.isPrimary},
      case when exists (select 1 from asset_tracks where asset_id = ${assetId} and type = ${track.type}
        and name = ${track.name} and status <> 'deleted')
      then ${track.name}::text || ' (' || ${track.stream}::int || ')' else ${track.name} end,
      ${track.languageCode}, ${track.duration}, ${track.width}, ${track.height}, ${track.frameRate},
      ${track.channels}, ${track.stream})
    returning id`,
    )
  ).id

const SourceRow = z.object({ clip_start: z.number().nullable(), duration: z.number().nullable() })

/** The asset that a clip is taken from, which may be a clip itself. */
export const findClipSource = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    SourceRow,
    sql`
    select (media_map->'clip'->>'start')::float8 as clip_start, duration from assets
    where ${kept(environment, id)} and status = 'ready'`,
  )

const OldTestRow = z.object({ id: z.uuid(), environment_id: z.uuid() })

/** Of every environment: nobody asks for them, time does. */
export const listOldTestAssets = (postgres: Database, before: Date) =>
  postgres.rows(
    OldTestRow,
    sql`
    select id, environment_id from assets
    where is_test and status <> 'deleted' and created_at < ${before} limit 500`,
  )
