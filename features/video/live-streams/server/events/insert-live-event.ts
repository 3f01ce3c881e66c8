import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { type LiveStreamParts, loadPartsOfLiveStream } from '../live-stream-parts.ts'
import { presentLiveStreamOfEvent } from '../present-live-stream.ts'
import { findLiveStreamEvenDeleted } from '../row/live-streams.sql.ts'

export type LiveEvent =
  | 'created'
  | 'updated'
  | 'enabled'
  | 'disabled'
  | 'deleted'
  | 'connected'
  | 'recording'
  | 'active'
  | 'disconnected'
  | 'idle'

export const insertLiveEventOf = (
  environment: Environment,
  event: LiveEvent,
  parts: LiveStreamParts,
) =>
  recordEvent(environment, {
    type: `video.live_stream.${event}`,
    objectType: 'live_stream',
    objectId: parts.stream.id,
    data: presentLiveStreamOfEvent(parts),
  })

/**
 * Call it in the transaction of the change, after the change: the event holds the live stream as it is then. `idle`
 * names the asset that has just ended, although the live stream no longer has one.
 */
export const insertLiveEvent = async (
  environment: Environment,
  event: LiveEvent,
  id: string,
  { endedAssetId }: { endedAssetId?: string } = {},
) => {
  const stream = await findLiveStreamEvenDeleted(environment, id)
  if (!stream) return
  const shown = endedAssetId === undefined ? stream : { ...stream, active_asset_id: endedAssetId }
  await insertLiveEventOf(environment, event, await loadPartsOfLiveStream(environment, shown))
}

export interface LiveWarning {
  /** For programs, such as `slate_unreadable`. */
  type: string
  /** For people. */
  message: string
}

/** What went wrong in a broadcast that goes on. */
export const insertLiveWarning = async (
  environment: Environment,
  id: string,
  warning: LiveWarning,
) => {
  const stream = await findLiveStreamEvenDeleted(environment, id)
  if (!stream) return
  const { status, active_asset_id: assetId, passthrough } = stream
  await recordEvent(environment, {
    type: 'video.live_stream.warning',
    objectType: 'live_stream',
    objectId: id,
    data: {
      id,
      status,
      ...(assetId !== null && { active_asset_id: assetId }),
      ...(passthrough !== null && { passthrough }),
      warning,
    },
  })
}
