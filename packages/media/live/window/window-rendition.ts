import { mediaTimescale } from '../../media-map.ts'
import type { LivePart, LiveSegment, RenditionPiece, SegmentHead } from '../live-part.ts'
import { statedSeconds } from '../segment-plan.ts'
import { writeSegment } from './write-media-playlist.ts'

/** A closed segment as viewers get it. */
interface WindowSegment extends LiveSegment {
  /** Undefined once the segment is too old to be asked for by parts. */
  parts: LivePart[] | undefined
  partCount: number
}

interface OpenSegment extends SegmentHead {
  parts: LivePart[]
}

export interface Position {
  msn: number
  /** Undefined: the whole segment. */
  part: number | undefined
}

/** Parts are listed for this many targets from the end, and their bytes kept in memory. */
const partTargets = 3

/** What viewers get of one rendition: its segments, the parts of the last ones, and who waits for more. */
export class WindowRendition {
  readonly name: string
  readonly kind: 'video' | 'audio'
  readonly pieces: RenditionPiece[] = []
  readonly segments: WindowSegment[] = []
  /** How many of the first segments begin behind a discontinuity. */
  readonly discontinuities: number[] = [0]
  open: OpenSegment | undefined
  /** Counts changes. */
  version = 0
  bytesInMemory = 0
  peakRate = 0
  #totalBytes = 0
  /** Segments before this one have no parts. */
  #firstWithParts = 0
  #firstWithBytes = 0
  /** Text of segments that changes no more. */
  readonly #blocks: string[] = []

  constructor(name: string, kind: 'video' | 'audio') {
    this.name = name
    this.kind = kind
  }

  get seconds() {
    return ((this.segments.at(-1)?.end ?? 0) - (this.segments[0]?.start ?? 0)) / mediaTimescale
  }

  get averageRate() {
    return this.seconds > 0 ? Math.round((this.#totalBytes * 8) / this.seconds) : 0
  }

  /** The last segment and part on offer; undefined before the first. */
  get last(): Position | undefined {
    const { open, segments } = this
    if (open && open.parts.length > 0) return { msn: open.msn, part: open.parts.length - 1 }
    const closed = segments.at(-1)
    return closed && { msn: closed.msn, part: closed.partCount > 0 ? closed.partCount - 1 : 0 }
  }

  addPart(part: LivePart, head: SegmentHead | undefined) {
    if (this.open?.msn !== part.msn) {
      if (!head) throw new Error(`The segment ${part.msn} of ${this.name} was never begun.`)
      this.open = { ...head, parts: [] }
    }
    this.open?.parts.push(part)
    this.bytesInMemory += part.length
    this.version += 1
  }

  close(segment: LiveSegment) {
    const parts = this.open?.msn === segment.msn ? this.open.parts : []
    this.open = undefined
    this.segments.push({ ...segment, parts, partCount: parts.length })
    const before = this.discontinuities.at(-1) ?? 0
    this.discontinuities.push(before + (segment.isDiscontinuity ? 1 : 0))
    this.#totalBytes += segment.length
    const seconds = (segment.end - segment.start) / mediaTimescale
    // Short rests say little about the rate.
    if (seconds >= 1 || this.peakRate === 0)
      this.peakRate = Math.max(
        this.peakRate,
        Math.round((segment.length * 8) / Math.max(0.1, seconds)),
      )
    this.version += 1
  }

  /** Until the plan is fixed, the longest part is unknown: parts before that are never listed. */
  forgetParts() {
    for (const segment of this.segments) segment.parts = undefined
    this.#firstWithParts = this.segments.length
  }

  /** Drops the bytes of old parts, then the parts. */
  trim(targetSeconds: number, windowSeconds: number) {
    const end = this.segments.at(-1)?.end ?? 0
    const isOld = (segment: WindowSegment | undefined, seconds: number) =>
      segment !== undefined && end - segment.end >= seconds * mediaTimescale
    while (isOld(this.segments[this.#firstWithBytes], partTargets * targetSeconds))
      this.dropOldest()
    while (isOld(this.segments[this.#firstWithParts], windowSeconds)) {
      const segment = this.segments[this.#firstWithParts]
      if (segment) segment.parts = undefined
      this.#firstWithParts += 1
    }
  }

  /** The bytes of the oldest segment in memory are read from the file from now on. Returns whether there was one. */
  dropOldest(): boolean {
    const segment = this.segments[this.#firstWithBytes]
    if (!segment) return false
    for (const part of segment.parts ?? []) {
      if (part.bytes) this.bytesInMemory -= part.length
      part.bytes = undefined
    }
    this.#firstWithBytes += 1
    return true
  }

  get oldestInMemory(): number {
    return this.segments[this.#firstWithBytes]?.start ?? Infinity
  }

  has({ msn, part }: Position): boolean {
    const { open, segments } = this
    const closed = segments[msn]
    if (part === undefined) return closed !== undefined
    if (closed) return part < Math.max(1, closed.partCount) || this.has({ msn: msn + 1, part: 0 })
    return open?.msn === msn && open.parts.length > part
  }

  /**
   * The text of the segments from this number to the last, the open one behind them. The first names its initialisation part, unless the
   * player has what comes before.
   */
  blocks(
    from: number,
    given: { targetSeconds: number; hasParts: boolean; isContinued: boolean; last: number },
  ): string[] {
    const { segments, open } = this
    const { targetSeconds, hasParts, last } = given
    const end = open?.start ?? segments.at(-1)?.end ?? 0
    const listed = end - partTargets * targetSeconds * mediaTimescale
    const blocks: string[] = []
    for (let index = from; index < segments.length && index <= last; index += 1) {
      const segment = segments[index]
      if (!segment) continue
      const isFirst = index === from && !given.isContinued
      const parts = hasParts && segment.end > listed ? (segment.parts ?? []) : []
      const isSettled = parts.length === 0 && !isFirst
      const known = isSettled ? this.#blocks[index] : undefined
      const before = isFirst ? undefined : segments[index - 1]?.piece
      const seconds = statedSeconds(segment.end - segment.start, targetSeconds)
      const text = known ?? writeSegment(this.name, { ...segment, parts, seconds }, before)
      if (isSettled) this.#blocks[index] = text
      blocks.push(text)
    }
    if (open && hasParts && open.msn <= last)
      blocks.push(writeSegment(this.name, { ...open, seconds: undefined }, segments.at(-1)?.piece))
    return blocks
  }
}
