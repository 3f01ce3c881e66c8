/** Seconds of the video. */
export interface Stretch {
  start: number
  end: number
}

/** So many segments are given up in a row; behind them the rest of the video counts as damaged too. */
const skippedMax = 8
/** After so much video without another damaged segment, the next one begins a new row. */
const calmSeconds = 60
/** Segments of picture and sound do not begin at exactly the same time. */
const tolerance = 0.3

/** Of two segments the shorter one may be shorter than the tolerance: it overlaps what holds most of it. */
const overlaps = (one: Stretch, other: Stretch) => {
  const shorter = Math.min(one.end - one.start, other.end - other.start)
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  return shared > Math.min(tolerance, shorter / 2)
}

const touches = (one: Stretch, other: Stretch) =>
  one.start < other.end + tolerance && one.end > other.start - tolerance

const join = (one: Stretch, other: Stretch): Stretch => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
})

/**
 * The segments that a browser refuses. The first failure may be an accident; a segment that fails again is skipped, and those beside it
 * at their first failure.
 */
export class DamagedPlaces {
  #failed: Stretch[] = []
  #skipped: Stretch[] = []
  #inARow = 0
  #lastPosition = 0

  /** Takes where a segment failed and where the viewer is. Returns whether it is skipped now. */
  note({ start, end }: Stretch, position: number): boolean {
    const place = { start, end }
    const isKnown = this.#failed.some((one) => overlaps(one, place))
    const isBeside = this.#skipped.some((one) => touches(one, place))
    this.#failed.push(place)
    if (isKnown || isBeside) this.#skip(place, position)
    return isKnown || isBeside
  }

  #skip(place: Stretch, position: number): void {
    const isCalm = position - this.#lastPosition > calmSeconds
    this.#inARow = isCalm ? 1 : this.#inARow + 1
    this.#lastPosition = position
    const beside = this.#skipped.filter((one) => touches(one, place))
    const run = beside.reduce(join, place)
    const end = this.#inARow > skippedMax ? Infinity : run.end
    this.#skipped = [
      ...this.#skipped.filter((one) => !beside.includes(one)),
      { start: run.start, end },
    ]
  }

  isSkipped(segment: Stretch): boolean {
    return this.#skipped.some((one) => overlaps(one, segment))
  }

  /** The skipped stretch in which this position lies, or at whose beginning. */
  runAt(position: number): Stretch | undefined {
    return this.#skipped.find(({ start, end }) => position > start - tolerance && position < end)
  }

  /** The skipped stretch that lies between two positions of the viewer, if playing alone led from one to the other. */
  crossed(from: number, to: number): Stretch | undefined {
    return this.#skipped.find(
      ({ start, end }) => start < from + nearSeconds && end > from && end < to + nearSeconds,
    )
  }

  /** What is skipped ahead of a viewer who is as good as there. */
  ahead(position: number): Stretch | undefined {
    return this.#skipped.find(({ start, end }) => position > start - nearSeconds && position < end)
  }
}

/** A viewer who is so near is there. */
const nearSeconds = 1.5
