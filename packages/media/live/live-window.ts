import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { mediaTimescale } from '../media-map.ts'
import type { LiveBytes } from './live-bytes.ts'
import type { LivePart, LiveSegment, RenditionPiece, SegmentHead } from './live-part.ts'
import { latencyRules, statedSeconds, type FixedPlan, type LatencyMode } from './segment-plan.ts'
import { Waiters } from './waiters.ts'
import { WindowRendition, type Position } from './window-rendition.ts'
import { skipSeconds, withQuery, writeMediaPlaylist } from './write-media-playlist.ts'
import { writeMultivariantPlaylist } from './write-multivariant-playlist.ts'

const zip = promisify(gzip)

export interface PlaylistRequest {
  rendition: string
  /** An event for the asset id: everything since the start. */
  kind: 'window' | 'event'
  /** `_HLS_msn`, `_HLS_part` and `_HLS_skip=YES` of the address. */
  msn?: number | undefined
  part?: number | undefined
  skips?: boolean
  /** Appended to each address: `?token=…`. */
  query?: string
  signal?: AbortSignal | undefined
}

export type PlaylistAnswer =
  | {
      status: 200
      text: string
      /** Made once for all; undefined with a query. */ zipped?: () => Promise<Buffer>
    }
  | { status: 400 | 404 | 503; message: string }

interface Options {
  folder: string
  latencyMode: LatencyMode
}

interface Text {
  version: string
  text: string
  zipped?: Promise<Buffer>
}

const aheadMax = 2
const waitTargets = 3
const windowSecondsMin = 30
const windowTargets = 6
/** Of one broadcast. */
const memoryBytesMax = 24 * 2 ** 20
/** Of all stated durations together. */
const roundingSeconds = 0.01
const bandwidthMargin = 1.1

/** Everything that viewers of a broadcast get: playlists made once per part, and the bytes of parts and segments. */
export class LiveWindow {
  readonly #options: Options
  readonly #renditions = new Map<string, WindowRendition>()
  readonly #waiters = new Waiters()
  readonly #texts = new Map<string, Text>()
  #plan: FixedPlan | undefined
  #isEnded = false
  #isPaused = false
  frameRate = 30
  /** Playlists that were written: once per part, whatever the number of viewers. */
  textsMade = 0

  constructor({ folder, latencyMode }: Options) {
    this.#options = { folder, latencyMode }
  }

  get plan() {
    return this.#plan
  }

  get isEnded() {
    return this.#isEnded
  }

  /** Every rendition has a whole segment. */
  get isPlayable() {
    const all = [...this.#renditions.values()]
    return (
      this.#plan !== undefined && all.length > 0 && all.every(({ segments }) => segments.length > 0)
    )
  }

  get renditions(): readonly WindowRendition[] {
    return [...this.#renditions.values()]
  }

  get waiting() {
    return this.#waiters.count
  }

  get bytesInMemory() {
    return this.renditions.reduce((sum, { bytesInMemory }) => sum + bytesInMemory, 0)
  }

  addPiece(name: string, kind: 'video' | 'audio', piece: RenditionPiece) {
    const rendition = this.#renditions.get(name) ?? new WindowRendition(name, kind)
    rendition.pieces.push(piece)
    this.#renditions.set(name, rendition)
  }

  addParts(parts: readonly LivePart[], heads: ReadonlyMap<string, SegmentHead>) {
    this.#isPaused = false
    for (const part of parts) this.#get(part.rendition).addPart(part, heads.get(part.rendition))
    this.#changed(parts.map(({ rendition }) => rendition))
  }

  closeSegments(segments: readonly LiveSegment[]) {
    for (const segment of segments) {
      const rendition = this.#get(segment.rendition)
      rendition.close(segment)
      // Its parts were cut before the length of parts was fixed.
      if (segment.msn === 0 && this.#hasOtherParts) rendition.forgetParts()
    }
    if (this.#plan) for (const rendition of this.renditions) this.#trim(rendition, this.#plan)
    this.#changed(segments.map(({ rendition }) => rendition))
  }

  fix(plan: FixedPlan) {
    if (this.#plan) return
    this.#plan = plan
  }

  /** No part is coming until the encoder is back: none is hinted. */
  pause() {
    this.#isPaused = true
    this.#touch()
  }

  end() {
    this.#isEnded = true
    this.#touch()
  }

  multivariant(given: { prefix?: string; query?: string } = {}): string {
    const rate = ({ peakRate }: WindowRendition) =>
      Math.max(1, Math.round(peakRate * bandwidthMargin))
    const sound = this.renditions.find(({ kind }) => kind === 'audio')
    const soundPiece = sound?.pieces.at(-1)
    const text = writeMultivariantPlaylist({
      prefix: given.prefix ?? '',
      sound: sound &&
        soundPiece && {
          name: sound.name,
          channels: soundPiece.channels,
          codecs: soundPiece.codecs,
          bandwidth: rate(sound),
        },
      variants: this.renditions.flatMap((rendition) => {
        const [piece] = rendition.pieces
        if (rendition.kind !== 'video' || !piece) return []
        const { width, height, codecs } = piece
        const bandwidth = rate(rendition)
        const averageBandwidth = Math.max(1, Math.min(bandwidth, rendition.averageRate))
        const { frameRate } = this
        return [
          { name: rendition.name, width, height, codecs, frameRate, bandwidth, averageBandwidth },
        ]
      }),
    })
    return withQuery(text, given.query ?? '')
  }

  /** Waits for the segment or part that is asked for, where it is near enough. */
  async playlist(request: PlaylistRequest): Promise<PlaylistAnswer> {
    const rendition = this.#renditions.get(request.rendition)
    if (!rendition || !this.#plan || !this.isPlayable) return notThere
    const { msn, part } = request
    if (part !== undefined && msn === undefined)
      return { status: 400, message: '_HLS_part needs _HLS_msn.' }
    if (msn !== undefined && !this.#isEnded) {
      const position = { msn, part: this.#hasParts ? part : undefined }
      const newest = rendition.segments.length - 1
      if (msn > newest + aheadMax)
        return { status: 400, message: `The segment ${msn} is too far ahead.` }
      if (!(await this.#waitFor(rendition, position, request.signal)))
        return { status: 503, message: 'Nothing came within three target durations.' }
    }
    return this.#textOf(rendition, request, this.#plan)
  }

  /** The initialisation part of a piece. */
  init(name: string, piece: number): Buffer | undefined {
    return this.#renditions.get(name)?.pieces[piece]?.init
  }

  /** A closed segment, from memory or its file. */
  segment(name: string, msn: number): LiveBytes | undefined {
    const rendition = this.#renditions.get(name)
    const segment = rendition?.segments[msn]
    if (!rendition || !segment) return undefined
    const buffers = segment.parts?.map(({ bytes }) => bytes)
    const isInMemory =
      buffers && buffers.length > 0 && buffers.every((bytes) => bytes !== undefined)
    return this.#bytesOf(rendition, segment, isInMemory ? buffers : undefined)
  }

  /** A part; one that is hinted is waited for. */
  async part(
    name: string,
    { msn, index }: { msn: number; index: number },
    signal?: AbortSignal,
  ): Promise<LiveBytes | undefined> {
    const rendition = this.#renditions.get(name)
    if (!rendition || !this.#hasParts) return undefined
    const find = () => {
      const segment = rendition.open?.msn === msn ? rendition.open : rendition.segments[msn]
      return segment?.parts?.[index]
    }
    if (!find() && this.#isHinted(rendition, msn, index))
      await this.#waitFor(rendition, { msn, part: index }, signal)
    const part = find()
    return part && this.#bytesOf(rendition, part, part.bytes && [part.bytes])
  }

  /** The newest keyframe of the picture and what decodes it, for a thumbnail. */
  newestPicture(): { init: Buffer; bytes: LiveBytes; msn: number } | undefined {
    const picture = this.#renditions.get('source')
    const segment = picture?.segments.findLast(({ isIndependent }) => isIndependent)
    const init = segment && picture?.pieces[segment.piece]?.init
    const bytes = segment && this.segment('source', segment.msn)
    return init && bytes ? { init, bytes, msn: segment.msn } : undefined
  }

  get #hasParts() {
    return latencyRules[this.#options.latencyMode].hasParts
  }

  get #hasOtherParts() {
    return this.#plan?.partSeconds !== latencyRules[this.#options.latencyMode].partSeconds
  }

  #get(name: string): WindowRendition {
    const rendition = this.#renditions.get(name)
    if (!rendition) throw new Error(`There is no rendition ${name}.`)
    return rendition
  }

  #isHinted(rendition: WindowRendition, msn: number, index: number) {
    if (this.#isEnded) return false
    const { open, segments } = rendition
    return msn === segments.length && index === (open?.parts.length ?? 0)
  }

  async #waitFor(rendition: WindowRendition, position: Position, signal?: AbortSignal) {
    const isThere = () => this.#isEnded || rendition.has(position)
    if (isThere()) return true
    const timeoutMs = waitTargets * (this.#plan?.targetSeconds ?? 1) * 1000
    return this.#waiters.wait(rendition.name, isThere, { timeoutMs, signal })
  }

  #textOf(rendition: WindowRendition, request: PlaylistRequest, plan: FixedPlan): PlaylistAnswer {
    const skips = request.skips === true
    const key = [rendition.name, request.kind, skips].join(' ')
    const version = [rendition.version, this.#isEnded, this.#isPaused].join(' ')
    let made = this.#texts.get(key)
    if (made?.version !== version) {
      this.textsMade += 1
      made = { version, text: this.#write(rendition, request.kind, skips, plan) }
      this.#texts.set(key, made)
    }
    const kept = made
    const { query = '' } = request
    const text = withQuery(kept.text, query)
    if (query !== '') return { status: 200, text }
    return { status: 200, text, zipped: () => (kept.zipped ??= zip(text)) }
  }

  #write(rendition: WindowRendition, kind: 'window' | 'event', skips: boolean, plan: FixedPlan) {
    const { segments, open } = rendition
    const { targetSeconds } = plan
    const hasParts = this.#hasParts
    const first = kind === 'event' ? 0 : this.#firstInWindow(rendition, targetSeconds)
    const skipped = skips ? this.#countSkipped(rendition, first, targetSeconds) : 0
    const given = { targetSeconds, hasParts, isContinued: skipped > 0 }
    const next = { msn: segments.length, part: open?.parts.length ?? 0 }
    return writeMediaPlaylist({
      name: rendition.name,
      kind,
      targetSeconds,
      partSeconds: hasParts ? plan.partSeconds : undefined,
      mediaSequence: first,
      discontinuitySequence: rendition.discontinuities[first] ?? 0,
      skipped,
      blocks: rendition.blocks(first + skipped, given),
      // While the encoder is away, what comes next may need other parameters.
      hint: this.#isPaused ? undefined : next,
      reports: this.renditions.flatMap((other) => {
        const { last } = other
        if (other === rendition || !last) return []
        const closed = { msn: other.segments.length - 1, part: undefined }
        return [{ name: other.name, ...(hasParts ? last : closed) }]
      }),
      isEnded: this.#isEnded,
    })
  }

  #windowSeconds(targetSeconds: number) {
    return Math.max(windowSecondsMin, windowTargets * targetSeconds)
  }

  #firstInWindow({ segments, open }: WindowRendition, targetSeconds: number) {
    const end = open?.start ?? segments.at(-1)?.end ?? 0
    const from = end - this.#windowSeconds(targetSeconds) * mediaTimescale
    let first = segments.length
    while (first > 0 && (segments[first - 1]?.end ?? 0) > from) first -= 1
    return first
  }

  /** As a player counts: by the durations that are stated. */
  #countSkipped({ segments }: WindowRendition, first: number, targetSeconds: number) {
    let last = segments.length
    const until = skipSeconds(targetSeconds) + roundingSeconds
    for (let seconds = 0; last > first && seconds < until; last -= 1) {
      const { start = 0, end = 0 } = segments[last - 1] ?? {}
      seconds += statedSeconds(end - start, targetSeconds)
    }
    return last - first
  }

  #trim(rendition: WindowRendition, { targetSeconds }: FixedPlan) {
    rendition.trim(targetSeconds, this.#windowSeconds(targetSeconds))
    while (this.bytesInMemory > memoryBytesMax) {
      const [oldest] = this.renditions.toSorted(
        (one, other) => one.oldestInMemory - other.oldestInMemory,
      )
      if (!oldest?.dropOldest()) return
    }
  }

  #bytesOf(
    { pieces }: WindowRendition,
    place: { piece: number; offset: number; length: number },
    buffers: Buffer[] | undefined,
  ): LiveBytes {
    const { offset, length } = place
    const path = join(this.#options.folder, pieces[place.piece]?.fileName ?? '')
    return { length, buffers, file: { path, offset } }
  }

  #changed(names: readonly string[]) {
    for (const name of new Set(names)) this.#waiters.wake(name)
  }

  #touch() {
    for (const name of this.#renditions.keys()) this.#waiters.wake(name)
  }
}

const notThere = { status: 404, message: 'This live stream is not broadcasting.' } as const
