import { invalidField } from '@playhead/contract-kit/errors.ts'
import { onAsset } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import type { tracks } from '../contract.ts'
import { requireTrack } from './require-track.ts'
import { trackMake } from './jobs.ts'
import { recordTrackEventOf } from './record-track-event.ts'
import { removeSound } from './sound-of-track.ts'
import { markTrackDeleted } from './tracks.sql.ts'

export const removeTrack: Handlers<typeof tracks>['remove'] = ({ environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const track = await requireTrack(tenant, asset, params.track_id)
    if (track.type === 'video' || track.is_primary)
      throw invalidField(
        'track_id',
        'The video track and the primary audio track cannot be deleted.',
      )
    await markTrackDeleted(tenant, track.id)
    await cancelJobs(tenant.postgres, trackMake, track.id)
    await removeSound(tenant, track)
    // A text is stored in two formats.
    if (track.storage_key) await enqueueRemoval(tenant, track.storage_key.replace(/\.vtt$/, '.'))
    await recordTrackEventOf(tenant, 'video.asset.track.deleted', { ...track, status: 'deleted' })
    return undefined
  })
