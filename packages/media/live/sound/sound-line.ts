import { mediaTimescale } from '../../media-map.ts'

/** A packet this far from its place begins a hole; nearer, timestamps are only rounded. */
const unevenSecondsMax = 0.04
/** Between segments, sound follows the clock of the picture again. */
const driftSecondsMax = 0.015

/** The places of packets of sound, in samples: one behind the other, as long as timestamps agree. */
export class SoundLine {
  readonly rate: number
  readonly #packetUnits: number
  #next: number | undefined
  #last = -1

  /** Nothing is placed before the end, in ticks. */
  constructor(rate: number, packetUnits: number, endTicks = 0) {
    this.rate = rate
    this.#packetUnits = packetUnits
    this.#last = this.unitsOf(endTicks) - 1
  }

  unitsOf(ticks: number) {
    return Math.round((ticks * this.rate) / mediaTimescale)
  }

  /** Where the next packet would begin; undefined before the first. */
  get next() {
    return this.#next
  }

  /** The place of a packet that is heard at these ticks; undefined if sound is there already. */
  place(ticks: number, isFirstOfSegment: boolean): number | undefined {
    const stated = this.unitsOf(ticks)
    const expected = this.#next
    if (expected === undefined) return this.#take(Math.max(stated, this.#last + 1))
    const apart = stated - expected
    const most = (isFirstOfSegment ? driftSecondsMax : unevenSecondsMax) * this.rate
    if (Math.abs(apart) <= most) return this.#take(expected)
    // The packet before is written with its whole duration.
    if (isFirstOfSegment && apart < 0 && apart > -this.#packetUnits) return this.#take(expected)
    if (stated <= this.#last) return undefined
    return this.#take(stated)
  }

  /** The places of packets that fill the line up to these ticks, from `from` where nothing was placed yet. */
  fill(from: number, to: number): number[] {
    const end = this.unitsOf(to)
    const places: number[] = []
    const begin = this.#next ?? this.unitsOf(from)
    for (let place = begin; place + this.#packetUnits / 2 < end; place += this.#packetUnits)
      places.push(this.#take(place))
    return places
  }

  /** Where a hole before a packet at these ticks is filled, so that sound has no gaps within a run. */
  fillHole(ticks: number): number[] {
    const next = this.#next
    const isHole = next !== undefined && this.unitsOf(ticks) - next > unevenSecondsMax * this.rate
    return isHole ? this.fill(0, ticks) : []
  }

  /** A new part of the timeline: the next packet takes its own place, not before what there is. */
  breakOff() {
    if (this.#next !== undefined) this.#last = this.#next - 1
    this.#next = undefined
  }

  #take(place: number): number {
    this.#last = place
    this.#next = place + this.#packetUnits
    return place
  }
}
