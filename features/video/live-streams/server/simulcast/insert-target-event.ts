import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { simulcastStatuses } from '../../contract.ts'
import { presentTargetOfEvent } from './present-target.ts'
import type { TargetRow } from './target-row.ts'

type TargetEvent = (typeof simulcastStatuses)[number] | 'created' | 'updated' | 'deleted'

/** Found among the events of its live stream. Call it in the transaction of the change. */
export const insertTargetEvent = (
  environment: Environment,
  event: TargetEvent,
  target: TargetRow,
) =>
  recordEvent(environment, {
    type: `video.live_stream.simulcast_target.${event}`,
    objectType: 'live_stream',
    objectId: target.live_stream_id,
    data: { ...presentTargetOfEvent(target), live_stream_id: target.live_stream_id },
  })
