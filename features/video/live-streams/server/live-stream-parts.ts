import {
  listPlaybackIdsOfLiveStreams,
  type PlaybackIdRow,
} from '@playhead/features/video/playback-ids/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { LiveStreamRow } from './row/live-stream-row.ts'
import { listRecentAssets, recentAssetsMax } from './row/live-streams.sql.ts'
import type { TargetRow } from './simulcast/target-row.ts'
import { listTargets } from './simulcast/targets.sql.ts'

/** A live stream with what belongs to it. */
export interface LiveStreamParts {
  stream: LiveStreamRow
  playbackIds: readonly PlaybackIdRow[]
  targets: readonly TargetRow[]
  recentAssetIds: readonly string[]
}

/** With one query for each kind of part. */
export const loadPartsOfLiveStreams = async (
  environment: Environment,
  streams: readonly LiveStreamRow[],
): Promise<LiveStreamParts[]> => {
  if (streams.length === 0) return []
  const ids = streams.map(({ id }) => id)
  const playbackIds = await listPlaybackIdsOfLiveStreams(environment, ids)
  const targets = await listTargets(environment, ids)
  const assets = await listRecentAssets(environment, ids)
  return streams.map((stream) => {
    const recorded = assets.filter((row) => row.live_stream_id === stream.id).map(({ id }) => id)
    const active = stream.active_asset_id
    // The asset of a broadcast that has just begun may not have its row yet.
    const recent = active === null || recorded.includes(active) ? recorded : [...recorded, active]
    return {
      stream,
      playbackIds: playbackIds.filter((row) => row.live_stream_id === stream.id),
      targets: targets.filter((row) => row.live_stream_id === stream.id),
      recentAssetIds: recent.slice(-recentAssetsMax),
    }
  })
}

export const loadPartsOfLiveStream = async (environment: Environment, stream: LiveStreamRow) =>
  (await loadPartsOfLiveStreams(environment, [stream]))[0]!
