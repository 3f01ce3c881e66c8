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
  const count = cuts.length - 1
  const from = (start ?? 0) * mediaTimescale
  const until = (end ?? Infinity) * mediaTimescale
  const begins = pictureCuts.findLast((cut) => cut <= from) ?? 0
  const ends = pictureCuts.find((cut) => cut >= until) ?? Infinity
  const middle = (index: number) => ((cuts[index] ?? 0) + (cuts[index + 1] ?? 0)) / 2
  const within = Array.from({ length: count }, (_, index) => index).filter(
    (index) => middle(index) >= begins && middle(index) <= ends,
  )
  return { first: within[0] ?? 0, last: within.at(-1) ?? count - 1 }
}

/** Seconds between the begin of the first segment and where the clip begins. */
export const startOffset = (cuts: readonly number[], { first }: SegmentRange, start = 0) =>
  Math.max(0, start - (cuts[first] ?? 0) / mediaTimescale)
