import { mediaTimescale } from '../media-map.ts'
import type { PieceLine } from './journal.ts'
import type { PieceFacts } from './live-init.ts'
import type { LivePart, LiveSegment, RenditionPiece, SegmentHead, Stretch } from './live-part.ts'
import { PartWriter, type CutPart, type Sample } from './part-writer.ts'

/** Sequence numbers of fragments say to which segment and part they belong, so a recording can be read without its journal. */
export const partsPerSegmentMax = 4096
export const sequenceOf = (msn: number, index: number) => msn * partsPerSegmentMax + index + 1
const toleranceSeconds = 0.0015
const packetUnitsOf = { audio: 1024, video: 0 } as const

/** A segment that is copied; its parts as long as they are known. */
export type CopiedSegment = LiveSegment & { parts?: LivePart[] | undefined }

type OpenSegment = SegmentHead & { offset: number; length: number; parts: number }

interface Write {
  fileName: string
  bytes: Buffer
}

/** Picture or sound of one broadcast: its pieces, its open segment, and where all segments lie. */
export class RenditionTrack {
  readonly name: string
  readonly kind: 'video' | 'audio'
  readonly pieces: RenditionPiece[] = []
  /** Where its segments lie, from the first on. */
  readonly stretches: Stretch[] = []
  /** Starts of the closed segments in ticks, and the end of the last one. */
  readonly starts: number[] = []
  end = 0
  /** The largest bits per second of a segment. */
  peakRate = 0
  totalBytes = 0
  #writer: PartWriter | undefined
  /** The piece that is written to. */
  #current = 0
  #open: OpenSegment | undefined

  constructor(name: string, kind: 'video' | 'audio') {
    this.name = name
    this.kind = kind
  }

  get facts(): PieceFacts | undefined {
    const { piece } = this
    return piece && { ...piece, packetUnits: packetUnitsOf[this.kind] }
  }

  get piece() {
    return this.pieces[this.#current]
  }

  get open() {
    return this.#open
  }

  get writer() {
    return this.#writer
  }

  /** In memory, as long as the segment is open. */
  get openBytes() {
    return (this.#open?.length ?? 0) + (this.#writer?.bytes ?? 0)
  }

  /** The number of the next or open segment. */
  get msn() {
    return this.starts.length
  }

  set partSeconds(seconds: number) {
    if (this.#writer && this.piece) this.#writer.limit = seconds * this.piece.timescale
  }

  /** Begins a file whose parameters differ from those before. */
  beginPiece(facts: PieceFacts, partSeconds: number, usualSeconds: number): PieceLine & Write {
    const number = this.pieces.length
    const { init, timescale, codecs, width, height, channels } = facts
    const fileName = `${this.name}-${number}.mp4`
    this.pieces.push({
      piece: number,
      fileName,
      firstSegment: this.msn,
      init,
      timescale,
      codecs,
      width,
      height,
      channels,
      offsets: [init.length],
    })
    this.#goOnIn(number, partSeconds, usualSeconds)
    const line = { rendition: this.name, piece: number, fileName, firstSegment: this.msn }
    const parameters = { timescale, codecs, width, height, channels, initBytes: init.length }
    return { type: 'piece', ...line, ...parameters, bytes: init }
  }

  /** Goes on in the piece that it is in, or in an earlier one with these parameters. Returns whether there is one. */
  resumePiece(partSeconds: number, usualSeconds: number, facts = this.facts): boolean {
    const isSame = (number: number) => facts && this.pieces[number]?.init.equals(facts.init)
    const number = isSame(this.#current)
      ? this.#current
      : this.pieces.findIndex((_, other) => isSame(other))
    if (number < 0) return false
    this.#goOnIn(number, partSeconds, usualSeconds)
    return true
  }

  /** Takes over what was read back from a journal. */
  restore(pieces: readonly RenditionPiece[]) {
    this.pieces.push(...pieces)
  }

  openSegment(head: Omit<SegmentHead, 'msn' | 'piece'>) {
    const { piece } = this
    if (!piece) throw new Error(`${this.name} has no piece.`)
    const offset = piece.offsets.at(-1) ?? 0
    this.#open = { ...head, msn: this.msn, piece: piece.piece, offset, length: 0, parts: 0 }
  }

  /** Corrects the start of an open segment without parts, for sound whose first packet comes later. */
  startAt(start: number) {
    const open = this.#open
    if (!open) return
    open.wallMs += ((start - open.start) * 1000) / mediaTimescale
    open.start = start
  }

  push(sample: Sample): LivePart[] {
    return (this.#writer?.push(sample) ?? []).map((part) => this.#place(part))
  }

  /** Undefined if nothing is in the open segment. `nextDecode` is in units of the rendition, `end` in ticks. */
  closeSegment(nextDecode?: number, end?: number) {
    return this.#closeWith((writer) => writer.close(nextDecode), end)
  }

  #closeWith(close: (writer: PartWriter) => CutPart[], end: number | undefined) {
    const writer = this.#writer
    const open = this.#open
    if (!writer || !open) return undefined
    const parts = close(writer).map((part) => this.#place(part))
    if (open.length === 0) return undefined
    const segment = this.#toSegment(open, end ?? this.end)
    this.addClosed(segment)
    this.#open = undefined
    return { parts, segment, head: open as SegmentHead }
  }

  /** The last segment of a run, whose last sample is shown until this tick. */
  closeRun(end: number) {
    const { timescale = mediaTimescale } = this.piece ?? {}
    return this.#closeWith(
      (writer) => writer.closeRun(Math.round((end * timescale) / mediaTimescale)),
      end,
    )
  }

  /** A whole segment of another rendition, whose parameters are those of the piece here. */
  appendCopy(bytes: Buffer, of: CopiedSegment) {
    this.openSegment(of)
    const open = this.#open
    if (!open) throw new Error(`${this.name} has no open segment.`)
    const own = { rendition: this.name, msn: open.msn, piece: open.piece }
    const whole = { ...of, index: 0, duration: this.#limitTicks(of.end - of.start) }
    let place = 0
    const parts = (of.parts ?? [whole]).map(({ index, duration, isIndependent, length }) => {
      const part = { ...own, index, duration, isIndependent, offset: open.offset + place, length }
      place += length
      return { ...part, buffers: [bytes.subarray(place - length, place)] }
    })
    open.length = bytes.length
    const segment = this.#toSegment(open, of.end)
    this.addClosed(segment)
    this.#open = undefined
    return { parts, segment, head: open as SegmentHead }
  }

  /** Gives up an open segment in which nothing is. */
  dropOpen() {
    this.#open = undefined
  }

  /** Counts a segment that is in its file. */
  addClosed({ piece, start, end, offset, length, isDiscontinuity }: LiveSegment) {
    const { offsets = [] } = this.pieces[piece] ?? {}
    if (isDiscontinuity || this.stretches.at(-1)?.piece !== piece)
      this.stretches.push({ firstSegment: this.msn, piece, place: offsets.length - 1 })
    this.#current = piece
    this.starts.push(start)
    this.end = end
    offsets.push(offset + length)
    this.totalBytes += length
    const seconds = Math.max(0.1, (end - start) / mediaTimescale)
    this.peakRate = Math.max(this.peakRate, Math.round((length * 8) / seconds))
  }

  #goOnIn(number: number, partSeconds: number, usualSeconds: number) {
    this.#current = number
    const isSound = this.kind === 'audio'
    const { timescale = mediaTimescale } = this.piece ?? {}
    this.#writer = new PartWriter({
      limit: partSeconds * timescale,
      tolerance: isSound ? 0 : toleranceSeconds * timescale,
      usual: isSound ? packetUnitsOf.audio : Math.round(usualSeconds * timescale),
      isUsualFixed: isSound,
    })
  }

  /** A part is never stated to be longer than allowed. */
  #limitTicks(ticks: number) {
    const { timescale = mediaTimescale } = this.piece ?? {}
    return Math.min(ticks, ((this.#writer?.limit ?? ticks) * mediaTimescale) / timescale)
  }

  #place(part: CutPart): LivePart {
    const open = this.#open
    const facts = this.piece
    if (!open || !facts) throw new Error(`${this.name} has no open segment.`)
    const buffers = part.write(sequenceOf(open.msn, open.parts))
    const length = buffers.reduce((sum, bytes) => sum + bytes.length, 0)
    const placed = {
      rendition: this.name,
      msn: open.msn,
      index: open.parts,
      piece: open.piece,
      duration: this.#limitTicks(ticksOf(part.duration, facts)),
      isIndependent: part.isIndependent,
      offset: open.offset + open.length,
      length,
      buffers,
    }
    if (open.parts === 0) open.isIndependent = part.isIndependent
    open.parts += 1
    open.length += length
    this.end = ticksOf(part.start + part.duration, facts)
    return placed
  }

  #toSegment(open: OpenSegment, end: number): LiveSegment {
    const { parts: _, ...segment } = open
    return { ...segment, rendition: this.name, end: Math.max(end, open.start + 1) }
  }
}

const ticksOf = (units: number, { timescale }: { timescale: number }) =>
  Math.round((units * mediaTimescale) / timescale)
