import { recordPartEvent } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { presentTrack } from './present-track.ts'
import type { TrackRow } from './track-row.ts'
import { findTrack } from './tracks.sql.ts'

type TrackEvent = `video.asset.track.${'created' | 'ready' | 'errored' | 'deleted'}`

export const recordTrackEventOf = (environment: Environment, type: TrackEvent, track: TrackRow) =>
  recordPartEvent(environment, type, track.asset_id, {
    ...presentTrack(track),
    asset_id: track.asset_id,
  })

export const recordTrackEvent = async (
  environment: Environment,
  type: TrackEvent,
  trackId: string,
) => {
  const track = await findTrack(environment, trackId)
  if (track) await recordTrackEventOf(environment, type, track)
}
