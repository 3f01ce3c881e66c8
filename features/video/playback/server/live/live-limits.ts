import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { LiveVariant, SegmentNumbers } from '@playhead/media/live/live.ts'
import { notPlayable } from '../access/refusal.ts'
import { type PlaylistOptions, readPlaylistOptions } from '../playlists/playlist-options.ts'
import { allowedRungs } from '../playlists/renditions.ts'
import type { LiveAccess } from './serve-live.ts'

const timeNames = ['asset_start_time', 'asset_end_time'] as const

const readBy = new WeakMap<LiveAccess['options'], PlaylistOptions>()

/** Read once for all requests that share an access: low-latency viewers send thousands of them. */
const optionsOf = ({ options }: LiveAccess) => {
  const read = readBy.get(options) ?? readPlaylistOptions(options, Infinity)
  readBy.set(options, read)
  return read
}

/** Times are those of a recording: under the id of a live stream each broadcast begins anew. */
const refuseTimes = ({ found, options }: LiveAccess) => {
  const name = timeNames.find((one) => options[one] !== undefined)
  if (name === undefined || found.live_stream_id === null) return
  const message = `${name} is for the playback ids of an asset, not for those of a live stream.`
  throw new ApiError('invalid_parameters', { messages: [message], fields: { [name]: [message] } })
}

/** The segments that the options of an address or the claims of its token leave; undefined without a limit of time. */
export const withinOf = (access: LiveAccess): SegmentNumbers | undefined => {
  refuseTimes(access)
  const { start, end } = optionsOf(access)
  if (start === undefined && end === undefined) return undefined
  const within = access.live.window.segmentsWithin({ start, end })
  // The part of the recording has not begun.
  if (within === undefined) throw notPlayable('preparing')
  return within
}

/** The renditions of the picture that are left, in the order in which they are listed. */
export const variantsOf = (access: LiveAccess): readonly LiveVariant[] => {
  const { isDescending, ...heights } = optionsOf(access)
  const allowed = allowedRungs(access.live.window.variants, heights)
  return isDescending ? allowed.toReversed() : allowed
}

/** Whether a token or code opens a segment, or with a number below zero an initialisation part. */
export const isOpenTo = (access: LiveAccess, rendition: string, msn: number) => {
  if (!access.isSigned) return true
  const within = withinOf(access)
  if (within && msn >= 0 && (msn < within.first || msn > within.last)) return false
  const isPicture = access.live.window.renditions.some(
    ({ name, kind }) => name === rendition && kind === 'video',
  )
  return !isPicture || variantsOf(access).some(({ name }) => name === rendition)
}
