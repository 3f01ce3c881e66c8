import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { liveStreams } from '../contract.ts'
import { completeLiveStream } from './actions/complete-live-stream.ts'
import { disableLiveStream } from './actions/disable-live-stream.ts'
import { enableLiveStream } from './actions/enable-live-stream.ts'
import { resetStreamKey } from './actions/reset-stream-key.ts'
import { createLiveStream } from './create-live-stream.ts'
import { listLiveStreamEvents } from './events/list-live-stream-events.ts'
import { listLiveStreamLogs } from './events/list-live-stream-logs.ts'
import { listLiveStreams } from './list-live-streams.ts'
import { createPlaybackId } from './playback/create-playback-id.ts'
import { removePlaybackId } from './playback/remove-playback-id.ts'
import { retrievePlaybackId } from './playback/retrieve-playback-id.ts'
import { removeLiveStream } from './remove-live-stream.ts'
import { retrieveLiveStream } from './retrieve-live-stream.ts'
import { removeStaticRenditions } from './settings/remove-static-renditions.ts'
import { updateEmbeddedSubtitles } from './settings/update-embedded-subtitles.ts'
import { updateGeneratedSubtitles } from './settings/update-generated-subtitles.ts'
import { updateStaticRenditions } from './settings/update-static-renditions.ts'
import { createSimulcastTarget } from './simulcast/create-simulcast-target.ts'
import { listSimulcastTries } from './simulcast/list-simulcast-tries.ts'
import { removeSimulcastTarget } from './simulcast/remove-simulcast-target.ts'
import { retrieveSimulcastTarget } from './simulcast/retrieve-simulcast-target.ts'
import { updateLiveStream } from './update-live-stream.ts'

export const liveStreamsServer = feature('live-streams', {
  endpoints: [
    implement(liveStreams, {
      create: createLiveStream,
      list: listLiveStreams,
      retrieve: retrieveLiveStream,
      update: updateLiveStream,
      remove: removeLiveStream,
      createPlaybackId,
      retrievePlaybackId,
      removePlaybackId,
      resetStreamKey,
      complete: completeLiveStream,
      disable: disableLiveStream,
      enable: enableLiveStream,
      updateEmbeddedSubtitles,
      updateGeneratedSubtitles,
      updateStaticRenditions,
      removeStaticRenditions,
      createSimulcastTarget,
      retrieveSimulcastTarget,
      removeSimulcastTarget,
      simulcastTries: listSimulcastTries,
      events: listLiveStreamEvents,
      logs: listLiveStreamLogs,
    }),
  ],
})

export { addLiveStream } from './add-live-stream.ts'
export {
  insertLiveEvent,
  insertLiveWarning,
  type LiveEvent,
  type LiveWarning,
} from './events/insert-live-event.ts'
export { type LiveStreamParts, loadPartsOfLiveStream } from './live-stream-parts.ts'
export {
  liveChannel,
  type LiveState,
  type LiveStreamOfKey,
  notifyLive,
  setLiveStatus,
  updateLiveCommand,
} from './row/broadcast-state.sql.ts'
export {
  hasBroadcast,
  type LiveCommand,
  liveCommands,
  LiveStreamRow,
} from './row/live-stream-row.ts'
export {
  findLiveStream,
  findLiveStreamEvenDeleted,
  lockLiveStream,
  lockLiveStreamEvenDeleted,
  runningColumns,
} from './row/live-streams.sql.ts'
export { settleCommand } from './settle-command.ts'
export { restTargets } from './simulcast/rest-targets.ts'
export { type OpenedTarget, openTargets, setTargetStatus } from './simulcast/set-target-status.ts'
export { findByStreamKey, hashOfKey, openedSecret } from './stream-key.ts'
