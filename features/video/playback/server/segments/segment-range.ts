import { mediaTimescale } from '@playhead/media/media-map.ts'
import type { PlaylistOptions } from '../playlists/playlist-options.ts'

interface SegmentRange {
  first: number
  /** Inclusive. */
  last: number
}

/**
 * The segments of a clip. They are used whole, which needs no preparation. The cuts of sound differ
 * a little from those of the picture, so the middle of a segment decides to which clip it belongs.
 */
export const segmentRange = (
  cuts: readonly number[],
  pictureCuts: readonly number[],
  { start, end }: Pick<PlaylistOptions, 'start' | 'end'>,
): SegmentRange => {
  const from = (start ?? 0) * mediaTimescale
  const until = (end ?? Infinity) * mediaTimescale
  const begins = pictureCuts.slice(0, -1).findLast((cut) => cut <= from) ?? 0
  const ends = pictureCuts.slice(1).find((cut) => cut >= until) ?? Infinity
  const middles = cuts.slice(0, -1).map((cut, index) => (cut + (cuts[index + 1] ?? 0)) / 2)
  const within = middles.flatMap((middle, index) =>
    middle >= begins && middle <= ends ? [index] : [],
  )
  const nearest = nearestTo(middles, begins, ends)
  return { first: within[0] ?? nearest, last: within.at(-1) ?? nearest }
}

/** Where sound ends before the clip begins, the nearest segment is used: never the whole sound. */
const nearestTo = (middles: readonly number[], begins: number, ends: number) => {
  const distances = middles.map((middle) => (middle < begins ? begins - middle : middle - ends))
  return Math.max(
    0,
    distances.indexOf(distances.reduce((least, one) => Math.min(least, one), Infinity)),
  )
}

/** Seconds from the start of the first segment to the start of the clip. */
export const startOffset = (cuts: readonly number[], { first }: SegmentRange, start = 0) =>
  Math.max(0, start - (cuts[first] ?? 0) / mediaTimescale)
