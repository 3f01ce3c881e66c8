import { deletePlaybackIdsOfLiveStream } from '@playhead/features/video/playback-ids/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../contract.ts'
import { insertLiveEventOf } from './events/insert-live-event.ts'
import { loadPartsOfLiveStream } from './live-stream-parts.ts'
import { onLiveStream } from './on-live-stream.ts'
import { recordLiveStreamChange } from './record-live-stream-change.ts'
import { updateLiveCommand } from './row/broadcast-state.sql.ts'
import { hasBroadcast } from './row/live-stream-row.ts'
import { markLiveStreamDeleted } from './row/live-streams.sql.ts'
import { deleteTargetsOf } from './simulcast/targets.sql.ts'

/** Recordings stay. The event of a running broadcast's live stream follows when the broadcast has ended. */
export const removeLiveStream: Handlers<typeof liveStreams>['remove'] = ({
  params,
  environment,
  ...context
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    const parts = await loadPartsOfLiveStream(tenant, stream)
    await markLiveStreamDeleted(tenant, stream.id)
    await deletePlaybackIdsOfLiveStream(tenant, stream.id)
    if (hasBroadcast(stream)) await updateLiveCommand(tenant, stream.id, 'delete')
    else {
      await deleteTargetsOf(tenant, stream.id)
      const gone = { ...parts, stream: { ...stream, deleted_at: new Date() } }
      await insertLiveEventOf(tenant, 'deleted', gone)
    }
    await recordLiveStreamChange(context, tenant, 'deleted', stream)
    return undefined
  })
