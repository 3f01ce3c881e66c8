import { EventEmitter } from 'node:events'
import { mediaTimescale } from '../media-map.ts'
import { journalWrite, segmentLine, type JournalLine } from './journal.ts'
import type { PieceFacts } from './live-init.ts'
import type { LivePart, LiveSegment, SegmentHead } from './live-part.ts'
import { LiveWindow } from './window/live-window.ts'
import type { Sample } from './part-writer.ts'
import { type Closed, PartAnnouncer } from './part-announcer.ts'
import { type RecordingEvents, type WarningType, warnings } from './recording-events.ts'
import { RecordingFiles } from './recording-file.ts'
import { RenditionTrack } from './rendition-track.ts'
import { heldTicksMax, SegmentPlan, type LatencyMode } from './segment-plan.ts'
import { silentAfterTicks, silentPacket } from './sound/silence.ts'
import { SoundLine } from './sound/sound-line.ts'

interface Next {
  decode: number
  shown: number
}

type Place = Pick<SegmentHead, 'start' | 'wallMs' | 'isDiscontinuity' | 'kind'>

const slowDiskMs = 4000

/** Frames and packets at their places, to parts and segments in files and on offer. */
export class BroadcastWriter extends EventEmitter<RecordingEvents> {
  readonly files: RecordingFiles
  readonly window: LiveWindow
  readonly plan: SegmentPlan
  /** Segments that begin without a keyframe. */
  readonly openCuts: number[] = []
  /** Lower renditions, made by an encoder from the source. */
  readonly rungs: RenditionTrack[] = []
  source: RenditionTrack | undefined
  sound: RenditionTrack | undefined
  #line: SoundLine | undefined
  #silence: Buffer | undefined
  #place: ((start: number) => Place) | undefined
  readonly #announcer: PartAnnouncer
  readonly #warned = new Set<WarningType>()

  constructor(options: {
    folder: string
    latencyMode: LatencyMode
    plan?: SegmentPlan | undefined
  }) {
    super()
    this.plan = options.plan ?? new SegmentPlan(options.latencyMode)
    this.window = new LiveWindow(options)
    this.files = new RecordingFiles({
      folder: options.folder,
      onFailure: (error) => this.emit('failure', error),
      slow: { afterMs: slowDiskMs, report: () => this.warn('slow-disk') },
    })
    const { files, window, plan } = this
    this.#announcer = new PartAnnouncer({ files, window, plan, events: this, tracks: this })
  }

  get lead() {
    return this.source ?? this.sound
  }

  /** Segments that are closed. */
  get segmentCount() {
    return this.lead?.msn ?? 0
  }

  /** Of the open segment of picture and sound. */
  get openBytes() {
    return (this.source?.openBytes ?? 0) + (this.sound?.openBytes ?? 0)
  }

  /** The end of what is closed, in ticks. */
  get endTicks() {
    return Math.max(this.source?.end ?? 0, this.sound?.end ?? 0)
  }

  journal(...lines: JournalLine[]) {
    this.files.append([journalWrite(...lines)])
  }

  warn(type: WarningType) {
    if (this.#warned.has(type)) return
    this.#warned.add(type)
    this.emit('warning', { type, message: warnings[type] })
  }

  /** Begins pieces where parameters differ, and the first segment of a run. */
  beginRun(
    facts: { source?: PieceFacts | undefined; sound?: PieceFacts | undefined },
    given: { startTicks: number; frameSeconds: number; place: (start: number) => Place },
  ) {
    this.source = this.#beginTrack(this.source, 'source', facts.source, given.frameSeconds)
    const sound = this.#beginTrack(this.sound, 'audio-0', facts.sound, 0)
    if (sound) this.adoptSound(sound)
    this.#place = given.place
    this.#openSegment(given.startTicks, this.segmentCount > 0)
  }

  /** Sound that is announced after the first picture, while no segment is closed. */
  addSound(facts: PieceFacts) {
    const sound = this.#beginTrack(this.sound, 'audio-0', facts, 0)
    const { open } = this.source ?? {}
    if (!sound || !open) return
    this.adoptSound(sound)
    const { start, wallMs, isDiscontinuity, kind } = open
    sound.openSegment({ start, wallMs, isDiscontinuity, kind, isIndependent: true })
  }

  pushPicture(sample: Sample) {
    if (this.source?.open) this.#announcer.offer(this.source, this.source.push(sample))
  }

  /** A packet of sound that is heard at these ticks. */
  pushSound(ticks: number, data: Buffer) {
    const { sound } = this
    for (const place of this.#line?.fillHole(ticks) ?? [])
      if (sound && this.#silence) this.#takeSound(sound, place, this.#silence)
    if (sound) this.#takeSound(sound, this.#line?.place(ticks, isEmpty(sound)), data)
  }

  /** Silence from the end of the sound up to these ticks. */
  pushSilence(startTicks: number, endTicks: number) {
    const { sound } = this
    if (!sound || !this.#silence) return
    for (const place of this.#line?.fill(startTicks, endTicks) ?? [])
      this.#takeSound(sound, place, this.#silence)
  }

  /** Parameters of a lower rendition, from here on. */
  beginRungPiece(track: RenditionTrack, facts: PieceFacts) {
    if (!this.rungs.includes(track)) this.rungs.push(track)
    this.#beginPiece(track, facts, 0)
  }

  offerRung(track: RenditionTrack, parts: readonly LivePart[]) {
    this.#announcer.offer(track, parts)
  }

  /** A segment of a lower rendition, which ends later than that of the source. */
  announceRung(closed: Closed) {
    this.#announcer.announce([closed], [segmentLine([closed.segment], false)])
  }

  /** Closes picture and sound at once, and opens the next segment where what follows is known. */
  closeSegment(next?: Next) {
    const { source, sound, lead } = this
    const open = lead?.open
    if (!open) return
    if (source && !next) return this.#closeRun(source)
    const endOfPicture = next?.shown ?? source?.writer?.end
    if (sound && endOfPicture !== undefined) this.#fillSilence(sound, endOfPicture)
    const frameTicks = source?.writer?.usualDuration ?? 0
    const picture = source?.closeSegment(next?.decode, next?.shown)
    const heard = source && !picture ? undefined : sound?.closeSegment()
    const closed = [picture, heard].filter((one) => one !== undefined)
    if (closed.length > 0) this.#announcer.announceSegment(closed, frameTicks)
    if (next) this.#openSegment(next.shown, false)
    else if (!source && sound) this.#openSegment(sound.end, false)
  }

  /** Picture and sound of a run end together, whatever came last: players wait for what is stated and not there. */
  #closeRun(source: RenditionTrack) {
    const { sound } = this
    const { end: decodeEnd, shownEnd = 0, usualDuration = 0 } = source.writer ?? {}
    if (decodeEnd === undefined) return
    const endOfPicture = Math.max(decodeEnd, shownEnd)
    const end = Math.max(endOfPicture, Math.min(this.#lastSound, endOfPicture + heldTicksMax))
    if (sound) this.#fillSilence(sound, end, 0)
    const closed = [source.closeRun(end), sound?.closeSegment()].filter((one) => one !== undefined)
    if (closed.length > 0) this.#announcer.announceSegment(closed, usualDuration)
  }

  /** Where the last packet of sound begins: one more than the picture is no reason to hold that. */
  get #lastSound() {
    const { packetUnits = 0, timescale = 1 } = this.sound?.facts ?? {}
    return this.#soundTicks - (packetUnits * mediaTimescale) / timescale
  }

  /** Where the next packet of sound would begin, in ticks. */
  get #soundTicks() {
    const { timescale = 1 } = this.sound?.facts ?? {}
    return ((this.#line?.next ?? 0) * mediaTimescale) / timescale
  }

  /** The run is over: what is open and empty goes. */
  endRun() {
    this.closeSegment()
    this.source?.dropOpen()
    this.sound?.dropOpen()
    this.#announcer.dropHeld()
    this.#place = undefined
  }

  /** Counts a segment that was found in the files, and completes it where it has no sound. */
  restoreSegment(segments: readonly LiveSegment[]) {
    const { sound } = this
    for (const segment of segments) this.trackOf(segment.rendition)?.addClosed(segment)
    const [first] = segments
    if (!first) return
    const all = [...segments]
    const parts: LivePart[] = []
    const heads = new Map<string, SegmentHead>()
    if (sound && segments.every(({ rendition }) => rendition !== sound.name)) {
      sound.resumePiece(this.plan.partSeconds, 0)
      this.adoptSound(sound)
      sound.openSegment({ ...first, start: Math.max(first.start, sound.end) })
      this.#fillSilence(sound, first.end)
      const closed = sound.closeSegment()
      if (closed) {
        all.push(closed.segment)
        parts.push(...closed.parts)
        heads.set(sound.name, closed.head)
      }
    }
    this.#announcer.restore(all, parts, heads)
  }

  trackOf(name: string): RenditionTrack | undefined {
    return [this.source, this.sound, ...this.rungs].find((track) => track?.name === name)
  }

  adoptSound(track: RenditionTrack) {
    this.sound = track
    const { timescale = 48_000, packetUnits = 1024, channels = 2 } = track.facts ?? {}
    if (this.#line?.rate === timescale) this.#line.breakOff()
    else this.#line = new SoundLine(timescale, packetUnits, track.end)
    this.#silence = silentPacket(channels)
  }

  #beginTrack(
    track: RenditionTrack | undefined,
    name: string,
    facts: PieceFacts | undefined,
    frameSeconds: number,
  ) {
    // The renditions of a broadcast are those of its first segment: players hold the list of them.
    if (!track && (!facts || this.segmentCount > 0)) return undefined
    const used = track ?? new RenditionTrack(name, name === 'source' ? 'video' : 'audio')
    this.#beginPiece(used, facts ?? used.facts, frameSeconds)
    return used
  }

  /** A slate and the encoder that is back each go on in their piece: no file grows for every absence. */
  #beginPiece(track: RenditionTrack, facts: PieceFacts | undefined, frameSeconds: number) {
    const before = track.piece?.fileName
    const { partSeconds } = this.plan
    if (facts && !track.resumePiece(partSeconds, frameSeconds, facts)) {
      const { bytes, ...line } = track.beginPiece(facts, partSeconds, frameSeconds)
      const { piece } = track
      this.files.append([{ fileName: line.fileName, bytes }, journalWrite(line)], () => {
        if (piece) this.window.addPiece(track.name, track.kind, piece)
      })
    }
    if (before !== undefined && before !== track.piece?.fileName)
      this.files.closeFile(before).catch(() => {})
  }

  #openSegment(start: number, isDiscontinuity: boolean) {
    const place = this.#place?.(start)
    if (!place) return
    const head = { ...place, start, isDiscontinuity, isIndependent: true }
    this.source?.openSegment(head)
    this.sound?.openSegment(head)
    if (this.source?.open) this.emit('opened', { ...this.source.open })
  }

  #takeSound(track: RenditionTrack, place: number | undefined, data: Buffer) {
    const { timescale = 1 } = track.facts ?? {}
    if (place === undefined || !track.open) return
    if (isEmpty(track)) track.startAt(Math.round((place * mediaTimescale) / timescale))
    this.#announcer.offer(track, track.push({ decode: place, shift: 0, isSync: true, data }))
  }

  /** Players stall on a rendition without media: sound that has stopped goes on as silence. */
  #fillSilence(sound: RenditionTrack, endTicks: number, afterTicks = silentAfterTicks) {
    const line = this.#line
    if (!line || !this.#silence || !sound.open) return
    if (!isEmpty(sound) && endTicks - this.#soundTicks < afterTicks) return
    for (const place of line.fill(sound.open.start, endTicks))
      this.#takeSound(sound, place, this.#silence)
  }
}

const isEmpty = ({ open, writer }: RenditionTrack) => !open?.length && writer?.end === undefined
