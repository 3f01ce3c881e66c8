import { boundOptions } from './grant.ts'
import type { Access } from './open-playback.ts'
import { notPlayable } from './refusal.ts'

/** A token for a part of a recording opens nothing before the recording is finished: its parts are not known until then. */
export const refuseLimitsWhileLive = ({ isSigned, found, options }: Access) => {
  const isLimited = boundOptions.some((name) => options[name] !== undefined)
  if (isSigned && found.live_stream_id === null && isLimited) throw notPlayable('preparing')
}
