import type { MediaPacket } from '@playhead/ingest/packet.ts'

const ticksPerMs = 90
const wrapMs = 2 ** 32
/** A larger step in either direction begins a new part of the timeline. */
const jumpMs = 1000
/** Sound and picture that start further apart have no common clock. */
const apartMs = 10_000

type Kind = MediaPacket['kind']

/** Ticks of the recording. */
export interface PlacedTimes {
  decode: number
  shown: number
}

interface Line {
  /** The last timestamp without wraps. */
  lastMs: number
  /** The last decode time in ticks; the next one is later. */
  lastTick: number
  /** Added to timestamps, where this kind has a clock of its own. */
  shiftMs: number
}

/**
 * Converts the timestamps of one connection to ticks of the recording. Timestamps that wrap are unfolded, and steps back
 * become the next tick, so decode times of each kind strictly ascend.
 */
export class EncoderClock {
  readonly #lines = new Map<Kind, Line>()
  #origin: { dts: number; pts: number; ticks: number } | undefined

  get hasBegun() {
    return this.#origin !== undefined
  }

  /** The packet that is decoded and shown at this tick: the first keyframe, or the first sound where there is no picture. */
  begin(packet: MediaPacket, ticks: number) {
    this.#lines.clear()
    this.#origin = { dts: packet.dts, pts: packet.pts, ticks }
  }

  /** Undefined if the timestamp jumped: the caller begins a new part of the timeline. */
  place({ kind, dts, pts }: MediaPacket): PlacedTimes | undefined {
    const origin = this.#origin
    if (!origin) return undefined
    const line = this.#lines.get(kind) ?? this.#firstOf(kind, dts, origin)
    const unfolded = unfold(dts, line.lastMs)
    // One kind may pause while the other goes on.
    const newest = Math.max(...[line, ...this.#lines.values()].map(atSharedClock)) - line.shiftMs
    if (unfolded - newest > jumpMs || unfolded - line.lastMs < -jumpMs) return undefined
    line.lastMs = unfolded
    this.#lines.set(kind, line)
    const shift = unfold(pts, dts) - dts
    const base = kind === 'video' ? origin.dts : origin.pts
    const exact = origin.ticks + Math.round((unfolded + line.shiftMs - base) * ticksPerMs)
    const decode = Math.max(exact, line.lastTick + 1)
    line.lastTick = decode
    if (kind === 'audio') return { decode, shown: decode }
    const firstShift = unfold(origin.pts, origin.dts) - origin.dts
    return { decode, shown: decode + Math.round((shift - firstShift) * ticksPerMs) }
  }

  #firstOf(kind: Kind, dts: number, origin: { dts: number; pts: number }): Line {
    const [other] = this.#lines.values()
    const nowMs = other?.lastMs ?? (kind === 'video' ? origin.dts : origin.pts)
    const unfolded = unfold(dts, nowMs)
    const isApart = Math.abs(unfolded - nowMs) > apartMs
    return { lastMs: unfolded, lastTick: -Infinity, shiftMs: isApart ? nowMs - unfolded : 0 }
  }
}

const atSharedClock = ({ lastMs, shiftMs }: Line) => lastMs + shiftMs

/** The value nearest to the last one of those that this timestamp can mean. */
const unfold = (ms: number, near: number) => ms + Math.round((near - ms) / wrapMs) * wrapMs
