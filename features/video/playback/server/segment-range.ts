import { mediaTimescale } from '@playhead/media/media-map.ts'
import type { PlaylistOptions } from './playlist-options.ts'

export interface SegmentRange {
  first: number
  /** Included. */
  last: number
}

/**
 * Segments that a clip is made of. They are taken whole, which needs no work beforehand. Sound is cut
 * a little beside the picture, so the middle of a segment decides to which it belongs.
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

/** Where sound ends before the clip begins, one segment of it stands for all: never the whole. */
const nearestTo = (middles: readonly number[], begins: number, ends: number) => {
  const distances = middles.map((middle) => (middle < begins ? begins - middle : middle - ends))
  return Math.max(
    0,
    distances.indexOf(distances.reduce((least, one) => Math.min(least, one), Infinity)),
  )
}

/** Seconds between the begin of the first segment and where the clip begins. */
export const startOffset = (cuts: readonly number[], { first }: SegmentRange, start = 0) =>
  Math.max(0, start - (cuts[first] ?? 0) / mediaTimescale)
