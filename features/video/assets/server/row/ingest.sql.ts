import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'

const kept = (environment: Environment, id: string) =>
  sql`environment_id = ${environment.id} and id = ${id} and status <> 'deleted'`

/** Returns whether the asset still exists. */
export const saveProgress = async (
  environment: Environment,
  id: string,
  { state, percent }: { state: 'ingesting' | 'transcoding'; percent: number },
) =>
  (await environment.postgres.run(sql`
    update assets set progress_state = ${state}, progress_percent = ${percent}
    where ${kept(environment, id)}`)) === 1

/** Starts a failed asset again. */
export const beginAgain = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update assets set status = 'preparing', error_type = null, error_messages = '{}',
      progress_state = 'ingesting', progress_percent = 0
    where ${kept(environment, id)} and status = 'errored'`)

export interface AssetFacts {
  duration: number
  resolutionTier: string
  aspectRatio: string | null
  frameRate: number | null
}

interface Findings extends AssetFacts {
  inputInfo: unknown[]
  nonStandardReasons: Record<string, unknown> | null
}

/** Returns whether the asset still exists. */
export const saveFindings = async (environment: Environment, id: string, found: Findings) =>
  (await environment.postgres.run(sql`
    update assets set input_info = ${sql.json(found.inputInfo)},
      non_standard_reasons = ${found.nonStandardReasons === null ? null : sql.json(found.nonStandardReasons)},
      duration = ${found.duration}, resolution_tier = ${found.resolutionTier},
      aspect_ratio = ${found.aspectRatio}, max_stored_frame_rate = ${found.frameRate}
    where ${kept(environment, id)}`)) === 1

/** Before the asset is ready: all that players request can be served from the source. */
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

/** It can be watched while it grows; what it holds is written once, at the end. */
export const markReadyWhileLive = (environment: Environment, id: string, facts: AssetFacts) =>
  environment.postgres.run(sql`
    update assets set status = 'ready', resolution_tier = ${facts.resolutionTier},
      aspect_ratio = ${facts.aspectRatio}, max_stored_frame_rate = ${facts.frameRate},
      playable_at = coalesce(playable_at, clock_timestamp()), ready_at = clock_timestamp()
    where ${kept(environment, id)} and status = 'preparing'`)

/** The end of a recording, of which nothing was encoded. */
export const markRecorded = (
  environment: Environment,
  id: string,
  { map, facts, times }: { map: MediaMap; facts: AssetFacts; times: readonly unknown[] },
) =>
  environment.postgres.run(sql`
    update assets set status = 'ready', media_map = ${sql.json(map)}, duration = ${facts.duration},
      resolution_tier = ${facts.resolutionTier}, aspect_ratio = ${facts.aspectRatio},
      max_stored_frame_rate = ${facts.frameRate}, recording_times = ${sql.json(times)},
      playable_at = coalesce(playable_at, clock_timestamp()),
      ready_at = coalesce(ready_at, clock_timestamp()), progress_state = 'completed',
      progress_percent = 100
    where ${kept(environment, id)}`)

export const markErrored = (
  environment: Environment,
  id: string,
  { type, message }: { type: string; message: string },
) =>
  environment.postgres.run(sql`
    update assets set status = 'errored', error_type = ${type}, error_messages = ${[message]},
      progress_state = 'errored', playable_at = null
    where ${kept(environment, id)}`)

export const addEncodedSeconds = (environment: Environment, assetId: string, seconds: number) =>
  environment.postgres.run(sql`
    update assets set encoded_seconds = encoded_seconds + ${seconds}
    where environment_id = ${environment.id} and id = ${assetId}`)

export const updateMediaMap = (environment: Environment, assetId: string, map: MediaMap) =>
  environment.postgres.run(sql`
    update assets set media_map = ${sql.json(map)}
    where environment_id = ${environment.id} and id = ${assetId} and status <> 'deleted'`)

/** Beside those that were found when the asset was made. */
export const addNonStandardReasons = (
  environment: Environment,
  assetId: string,
  reasons: Record<string, unknown>,
) =>
  environment.postgres.run(sql`
    update assets set
      non_standard_reasons = coalesce(non_standard_reasons, '{}'::jsonb) || ${sql.json(reasons)}::jsonb
    where ${kept(environment, assetId)}`)
