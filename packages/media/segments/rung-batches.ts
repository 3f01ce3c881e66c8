import type { VideoMap } from '../media-map.ts'

/** Encoded in one run; longer videos take several, so that a cancelled run does not lose all the work. */
const segmentsAtOnce = 150

export interface RungBatch {
  /** Index of the first segment. */
  first: number
  /** The starts of the segments to encode and the end of the last. */
  cuts: readonly number[]
  /** The ends of further segments that show the same single frame: encoded once, written for each. */
  repeats: readonly number[]
}

/**
 * The runs in which a rendition is encoded. A run begins at each cut where no frame begins, as its first frame is the one that stands
 * there.
 */
export const rungBatches = function* ({
  cuts,
  holds = [],
}: Pick<VideoMap, 'cuts' | 'holds'>): Generator<RungBatch> {
  const shownAt = new Map(holds.map(({ cut, shows }) => [cut, shows]))
  /** The frame of a segment that shows nothing else. */
  const stillOf = (segment: number) => {
    const shows = shownAt.get(cuts[segment] ?? -1)
    return shows !== undefined && shownAt.get(cuts[segment + 1] ?? -1) === shows ? shows : undefined
  }
  for (let first = 0; first + 1 < cuts.length;) {
    const still = stillOf(first)
    let end = first + 1
    if (still === undefined)
      while (end + 1 < cuts.length && end - first < segmentsAtOnce && !shownAt.has(cuts[end] ?? -1))
        end += 1
    let next = end
    if (still !== undefined) while (stillOf(next) === still) next += 1
    yield { first, cuts: cuts.slice(first, end + 1), repeats: cuts.slice(end + 1, next + 1) }
    first = next
  }
}

export const singleSegments = ({ first, cuts }: RungBatch): RungBatch[] =>
  cuts
    .slice(1)
    .map((end, place) => ({ first: first + place, cuts: [cuts[place] ?? 0, end], repeats: [] }))
