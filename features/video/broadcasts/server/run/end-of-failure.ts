import { SlowDisk, UnsteadyBroadcast } from '@playhead/media/live/live.ts'
import type { EndOfBroadcast } from './end-of-broadcast.ts'

/** Why a recording that failed ends its broadcast. */
export const endOfFailure = (error: Error): EndOfBroadcast => {
  if (error instanceof SlowDisk) return 'slow_disk'
  return error instanceof UnsteadyBroadcast ? 'unsteady' : 'failed'
}
