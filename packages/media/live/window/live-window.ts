import { join } from 'node:path'
import type { LiveBytes } from '../live-bytes.ts'
import type { LivePart, LiveSegment, RenditionPiece, SegmentHead } from '../live-part.ts'
import { latencyRules, type FixedPlan, type LatencyMode } from '../segment-plan.ts'
import { Waiters } from './waiters.ts'
import {
  isComplete,
  type PlaylistState,
  type PlaylistText,
  type SegmentNumbers,
  segmentsWithin,
  windowSeconds,
  WindowPlaylists,
} from './window-playlists.ts'
import { WindowRendition, type Position } from './window-rendition.ts'
import { multivariantOf, type MultivariantRequest, variantsOf } from './window-variants.ts'

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
  /** Lists these segments alone, of an event. */
  within?: SegmentNumbers | undefined
  signal?: AbortSignal | undefined
}

export type PlaylistAnswer =
  | ({ status: 200 } & PlaylistText)
  | { status: 400 | 404 | 503; message: string }

interface Options {
  folder: string
  latencyMode: LatencyMode
}

const aheadMax = 2
const waitTargets = 3
/** So many segments of the source are waited for a rendition that its encoder has not begun. */
const patienceSegments = 3
/** Of one broadcast. */
const memoryBytesMax = 24 * 2 ** 20

/** Everything that viewers of a broadcast get: playlists made once per part, and the bytes of parts and segments. */
export class LiveWindow {
  readonly #options: Options
  readonly #renditions = new Map<string, WindowRendition>()
  /** The same: each request of a viewer looks at all of them. */
  readonly #inOrder: WindowRendition[] = []
  readonly #waiters = new Waiters()
  readonly #playlists = new WindowPlaylists()
  #plan: FixedPlan | undefined
  /** Lower renditions whose encoder has just begun. */
  #expected: readonly string[] = []
  #isPlayable = false
  #isEnded = false
  #isPaused = false
  frameRate = 30

  constructor({ folder, latencyMode }: Options) {
    this.#options = { folder, latencyMode }
  }

  get plan() {
    return this.#plan
  }

  get isEnded() {
    return this.#isEnded
  }

  /**
   * Every rendition has a whole segment: players hold the list of them. An encoder that is slow to begin is waited for, but not for
   * ever, and what can be played once stays so.
   */
  get isPlayable() {
    return this.#isPlayable
  }

  get #canBePlayed() {
    const { renditions } = this
    if (!this.#plan || renditions.length === 0) return false
    const most = Math.max(...renditions.map(({ segments }) => segments.length))
    if (most >= patienceSegments) return true
    const isThere = (name: string) => (this.#renditions.get(name)?.segments.length ?? 0) > 0
    return most > 0 && [...this.#renditions.keys(), ...this.#expected].every(isThere)
  }

  get renditions(): readonly WindowRendition[] {
    return this.#inOrder
  }

  /** Playlists that were written: once per part, whatever the number of viewers. */
  get textsMade() {
    return this.#playlists.made
  }

  get waiting() {
    return this.#waiters.count
  }

  get bytesInMemory() {
    return this.renditions.reduce((sum, { bytesInMemory }) => sum + bytesInMemory, 0)
  }

  /** Lower renditions that are being encoded from the first segment on. */
  expect(names: readonly string[]) {
    this.#expected = names
  }

  addPiece(name: string, kind: 'video' | 'audio', piece: RenditionPiece) {
    const rendition = this.#renditions.get(name) ?? this.#addRendition(name, kind)
    rendition.pieces.push(piece)
  }

  #addRendition(name: string, kind: 'video' | 'audio') {
    const rendition = new WindowRendition(name, kind)
    this.#renditions.set(name, rendition)
    this.#inOrder.push(rendition)
    return rendition
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
    this.#isPlayable ||= this.#canBePlayed
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

  /** What can be chosen from, lowest rate first. */
  get variants() {
    return variantsOf(this.renditions, this.frameRate)
  }

  multivariant(given: MultivariantRequest = {}): string {
    return multivariantOf(this.renditions, this.frameRate, given)
  }

  /** The segments of a part of the recording, in seconds. Undefined if its start is not recorded yet. */
  segmentsWithin(seconds: { start?: number | undefined; end?: number | undefined }) {
    const lead = this.#renditions.get('source') ?? this.renditions[0]
    return lead && segmentsWithin(lead, seconds)
  }

  /** Waits for the segment or part that is asked for, where it is near enough. */
  async playlist(request: PlaylistRequest): Promise<PlaylistAnswer> {
    const rendition = this.#renditions.get(request.rendition)
    if (!rendition?.segments.length || !this.#plan || !this.isPlayable) return notThere
    const { msn, part, within, kind, skips = false, query = '' } = request
    if (part !== undefined && msn === undefined)
      return { status: 400, message: '_HLS_part needs _HLS_msn.' }
    if (msn !== undefined && !isComplete(rendition, this, within)) {
      const position = { msn, part: this.#hasParts ? part : undefined }
      const newest = rendition.segments.length - 1
      if (msn > newest + aheadMax)
        return { status: 400, message: `The segment ${msn} is too far ahead.` }
      if (!(await this.#waitFor(rendition, position, request.signal)))
        return { status: 503, message: 'Nothing came within three target durations.' }
    }
    const asked = { kind, skips, query, within }
    return {
      status: 200,
      ...this.#playlists.textOf(rendition, asked, this.#stateOf(this.#plan)),
    }
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
    return this.#bytesOf(rendition, segment, rendition.bytesOfSegment(segment))
  }

  /** A part; one that is hinted is waited for until its caller leaves. Only then the caller's signal is read, which makes it. */
  async part(
    name: string,
    { msn, index }: { msn: number; index: number },
    caller?: { readonly signal: AbortSignal },
  ): Promise<LiveBytes | undefined> {
    const rendition = this.#renditions.get(name)
    if (!rendition || !this.#hasParts) return undefined
    const find = () => {
      const segment = rendition.open?.msn === msn ? rendition.open : rendition.segments[msn]
      return segment?.parts?.[index]
    }
    if (!find() && this.#isHinted(rendition, msn, index))
      await this.#waitFor(rendition, { msn, part: index }, caller?.signal)
    const part = find()
    return part && this.#bytesOf(rendition, part, rendition.bytesOfPart(part))
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

  #stateOf(plan: FixedPlan): PlaylistState {
    const { isEnded, renditions } = this
    return { plan, hasParts: this.#hasParts, isEnded, isPaused: this.#isPaused, renditions }
  }

  #trim(rendition: WindowRendition, { targetSeconds }: FixedPlan) {
    rendition.trim(targetSeconds, windowSeconds(targetSeconds))
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
    bytes: Buffer | undefined,
  ): LiveBytes {
    const { offset, length } = place
    const path = join(this.#options.folder, pieces[place.piece]?.fileName ?? '')
    return { length, bytes, file: { path, offset } }
  }

  #changed(names: readonly string[]) {
    for (const name of new Set(names)) this.#waiters.wake(name)
  }

  #touch() {
    for (const name of this.#renditions.keys()) this.#waiters.wake(name)
  }
}

const notThere = { status: 404, message: 'This live stream is not broadcasting.' } as const
