import { mediaTimescale } from '../media-map.ts'
import { type Stamp, wrapTicks } from './ts-stamps.ts'

/** Farther from all that came just before, a time belongs to another clock. */
const nearTicks = 10 * mediaTimescale
/** A track never decodes backwards; some muxers round. */
const backTicks = mediaTimescale / 2
/** A file with more clocks than this is noise: its times stay as they are. */
const erasMax = 10_000

interface Track {
  kind: Stamp['kind']
  first: number
  last: number
  /** The time between its last two times. */
  step: number
}

/** A stretch of the file with one running clock; times are unfolded: they go on over a wrap. */
export interface Era {
  latest: number
  wrapped: boolean
  tracks: Map<number, Track>
}

/** From -2^32 to 2^32. */
const distance = (from: number, to: number) => {
  const apart = (((to - from) % wrapTicks) + wrapTicks) % wrapTicks
  return apart >= wrapTicks / 2 ? apart - wrapTicks : apart
}

/**
 * Sorts times into stretches. Tracks do not change to another clock at the same packet, so each
 * time goes to the nearer of the last two; a gap in one track is no jump while another goes on.
 */
export class Eras {
  readonly list: Era[] = []
  #decoded = new Map<number, number>()
  #eraOf = new Map<number, number>()

  get isNoise() {
    return this.list.length > erasMax
  }

  /** The stretch of this time, and the time on its unfolded clock. */
  place(stamp: Stamp): { era: number; shown: number; decoded: number } | undefined {
    const time = stamp.decoded ?? stamp.shown
    const known = this.#nearest(stamp, time)
    if (known === undefined && stamp.kind === 'clock') return undefined
    const era = known ?? this.#begin(time)
    const entry = this.list[era]!
    const decoded = entry.latest + distance(entry.latest, time)
    const shown = decoded + distance(time, stamp.shown)
    if (Math.floor(decoded / wrapTicks) !== 0) entry.wrapped = true
    if (Math.floor(shown / wrapTicks) !== 0) entry.wrapped = true
    if (stamp.kind !== 'clock') this.#note(stamp, { era, shown, decoded })
    return { era, shown, decoded }
  }

  #nearest(stamp: Stamp, time: number): number | undefined {
    const last = this.list.length - 1
    const own = this.#eraOf.get(stamp.pid) ?? 0
    let best: number | undefined
    let least = nearTicks
    for (let era = last; era >= Math.max(0, last - 1); era -= 1) {
      if (stamp.kind !== 'clock' && era < own) continue
      const { latest } = this.list[era]!
      const away = Math.abs(distance(latest, time))
      const before =
        stamp.kind === 'clock' || era !== own ? undefined : this.#decoded.get(stamp.pid)
      const isBackwards =
        before !== undefined && latest + distance(latest, time) < before - backTicks
      if (away > least || isBackwards) continue
      if (away === least && best !== undefined) continue
      best = era
      least = away
    }
    return best
  }

  #begin(time: number) {
    this.list.push({ latest: time, wrapped: false, tracks: new Map() })
    return this.list.length - 1
  }

  #note(stamp: Stamp, { era, shown, decoded }: { era: number; shown: number; decoded: number }) {
    const entry = this.list[era]!
    entry.latest = Math.max(entry.latest, decoded)
    this.#decoded.set(stamp.pid, decoded)
    this.#eraOf.set(stamp.pid, era)
    const track = entry.tracks.get(stamp.pid)
    if (!track) {
      entry.tracks.set(stamp.pid, { kind: stamp.kind, first: shown, last: shown, step: 0 })
      return
    }
    // Reordered frames: the end is that of the frame shown last.
    const apart = Math.abs(shown - track.last)
    if (apart > 0) track.step = track.step === 0 ? apart : Math.min(track.step, apart)
    track.first = Math.min(track.first, shown)
    track.last = Math.max(track.last, shown)
  }
}

/** What is added to the times of each stretch so that it begins where the one before ends. */
export const shiftsOf = (eras: readonly Era[]): number[] => {
  const startAt = mediaTimescale
  const first = eras[0]
  if (!first) return []
  const earliest = Math.min(...Array.from(first.tracks.values(), (track) => track.first))
  const shifts = [startAt - earliest]
  for (const [place, era] of eras.slice(1).entries()) {
    const before = eras[place]!
    const joins = Array.from(era.tracks, ([pid, track]) => {
      const earlier = before.tracks.get(pid)
      return { kind: track.kind, by: earlier && earlier.last + earlier.step - track.first }
    }).filter((join): join is { kind: Stamp['kind']; by: number } => join.by !== undefined)
    const pictures = joins.filter(({ kind }) => kind === 'picture')
    const decisive = pictures.length > 0 ? pictures : joins
    // Without a common track it begins where everything has ended.
    const by =
      decisive.length > 0
        ? Math.max(...decisive.map((join) => join.by))
        : endOf(before) - Math.min(...Array.from(era.tracks.values(), (track) => track.first))
    shifts.push((shifts[place] ?? 0) + by)
  }
  return shifts
}

const endOf = ({ tracks }: Era) =>
  Math.max(...Array.from(tracks.values(), ({ last, step }) => last + step))
