import type { AssetRow } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueTrack } from './enqueue-tracks.ts'
import { nameTaken } from './name-taken.ts'
import { presentTrack } from './present-track.ts'
import { recordTrackEventOf } from './record-track-event.ts'
import { insertTrack, type NewTrack } from './tracks.sql.ts'

export const addTrack = async (
  tenant: Environment,
  asset: AssetRow,
  track: NewTrack,
  soundTrackId?: string,
) => {
  const inserted = await insertTrack(tenant, asset.id, track)
  if (!inserted) throw nameTaken(track.name)
  await recordTrackEventOf(tenant, 'video.asset.track.created', inserted)
  await enqueueTrack(tenant, inserted.id, soundTrackId)
  return presentTrack(inserted)
}
