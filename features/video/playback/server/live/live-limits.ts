import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { LiveVariant, SegmentNumbers } from '@playhead/media/live/live.ts'
import { notPlayable } from '../access/refusal.ts'
import { readPlaylistOptions } from '../playlists/playlist-options.ts'
import { allowedRungs } from '../playlists/renditions.ts'
import type { LiveAccess } from './serve-live.ts'

const timeNames = ['asset_start_time', 'asset_end_time'] as const

/** What the options of an address or the claims of its token leave of a broadcast. */
export interface LiveLimits {
  /** Undefined without a limit of time. */
  within: SegmentNumbers | undefined
  /** Renditions of the picture, in the order in which they are listed. */
  variants: readonly LiveVariant[]
}

/** Times are those of a recording: under the id of a live stream each broadcast begins anew. */
const refuseTimes = ({ found, options }: LiveAccess) => {
  const name = timeNames.find((one) => options[one] !== undefined)
  if (name === undefined || found.live_stream_id === null) return
  const message = `${name} is for the playback ids of an asset, not for those of a live stream.`
  throw new ApiError('invalid_parameters', { messages: [message], fields: { [name]: [message] } })
}

/** Throws for a part of a recording that has not begun. */
export const limitsOf = (access: LiveAccess): LiveLimits => {
  refuseTimes(access)
  const { window } = access.live
  const { start, end, isDescending, ...heights } = readPlaylistOptions(access.options, Infinity)
  const within =
    start === undefined && end === undefined ? undefined : window.segmentsWithin({ start, end })
  if (within === undefined && (start !== undefined || end !== undefined))
    throw notPlayable('preparing')
  const allowed = allowedRungs(window.variants, heights)
  return { within, variants: isDescending ? allowed.toReversed() : allowed }
}

/** Whether a token or code opens a segment, or with a number below zero an initialisation part. */
export const isOpenTo = (access: LiveAccess, rendition: string, msn: number) => {
  if (!access.isSigned) return true
  const { within, variants } = limitsOf(access)
  if (within && msn >= 0 && (msn < within.first || msn > within.last)) return false
  const isPicture = access.live.window.variants.some(({ name }) => name === rendition)
  return !isPicture || variants.some(({ name }) => name === rendition)
}
