import type { EventEmitter } from 'node:events'
import { journalWrite, segmentLine, type JournalLine } from './journal.ts'
import type { LivePart, LiveSegment, SegmentHead } from './live-part.ts'
import type { LiveWindow } from './window/live-window.ts'
import type { RecordingEvents } from './recording-events.ts'
import type { RecordingFiles, Write } from './recording-file.ts'
import type { RenditionTrack } from './rendition-track.ts'
import type { SegmentPlan } from './segment-plan.ts'

export interface Closed {
  parts: LivePart[]
  segment: LiveSegment
  head: SegmentHead
}

interface Announced {
  files: RecordingFiles
  window: LiveWindow
  plan: SegmentPlan
  /** Who is told. */
  events: EventEmitter<RecordingEvents>
  tracks: {
    readonly source: RenditionTrack | undefined
    readonly sound: RenditionTrack | undefined
    readonly rungs: readonly RenditionTrack[]
    readonly openCuts: readonly number[]
    trackOf(name: string): RenditionTrack | undefined
  }
}

/** Parts and segments: first to their files, then on offer. */
export class PartAnnouncer {
  readonly #of: Announced
  #heldSound: { head: SegmentHead; part: LivePart }[] = []

  constructor(of: Announced) {
    this.#of = of
  }

  /** Sound that waits for a picture that does not come. */
  dropHeld() {
    this.#heldSound = []
  }

  /** Parts of a segment whose picture has none yet wait: nothing is heard that is never seen. */
  offer(track: RenditionTrack, parts: readonly LivePart[]) {
    const { open } = track
    if (parts.length === 0 || !open) return
    const head = { ...open }
    if (track === this.#of.tracks.sound && this.#of.tracks.source?.open?.parts === 0) {
      this.#heldSound.push(...parts.map((part) => ({ head, part })))
      return
    }
    const held = this.#of.tracks.rungs.includes(track) ? [] : this.#takeHeld()
    const all = [...parts, ...held.map(({ part }) => part)]
    const heads = new Map([
      [track.name, head],
      ...held.map(({ head, part }) => [part.rendition, head] as const),
    ])
    this.#of.files.append(this.#writesOf(all), () => {
      this.#of.window.addParts(all, heads)
      for (const part of all) this.#of.events.emit('part', part)
    })
  }

  announce(closed: readonly Closed[], lines: readonly JournalLine[]) {
    const segments = closed.map(({ segment }) => segment)
    const { fixed } = this.#of.plan
    const isOfRung = this.#of.tracks.rungs.some(({ name }) => name === segments[0]?.rendition)
    const held = isOfRung ? [] : this.#takeHeld()
    const parts = [...closed.flatMap(({ parts }) => parts), ...held.map(({ part }) => part)]
    parts.sort((one, other) => one.index - other.index)
    const heads = new Map(closed.map(({ head, segment }) => [segment.rendition, head]))
    this.#of.files.append([...this.#writesOf(parts), journalWrite(...lines)], () => {
      if (fixed) this.#of.window.fix(fixed)
      this.#of.window.addParts(parts, heads)
      this.#of.window.closeSegments(segments)
      for (const part of parts) this.#of.events.emit('part', part)
      const [first] = segments
      if (first && !isOfRung) this.#of.events.emit('segment', { msn: first.msn, segments })
      void this.#of.files.sync()
    })
  }

  /** Of picture and sound at once. */
  announceSegment(closed: readonly Closed[], frameTicks: number) {
    const segments = closed.map(({ segment }) => segment)
    const [first] = segments
    if (!first) return
    const lines: JournalLine[] = [
      segmentLine(segments, this.#of.tracks.openCuts.includes(first.msn)),
    ]
    this.#fixPlan(first.end - first.start, frameTicks, lines)
    this.announce(closed, lines)
  }

  /** Segments that were found in the files, with parts that complete them. */
  restore(
    segments: readonly LiveSegment[],
    parts: readonly LivePart[],
    heads: ReadonlyMap<string, SegmentHead>,
  ) {
    const [first] = segments
    if (!first) return
    const { files, window, plan } = this.#of
    const lines: JournalLine[] = [segmentLine(segments, !first.isIndependent)]
    this.#fixPlan(first.end - first.start, 0, lines)
    files.append([...this.#writesOf(parts), journalWrite(...lines)], () => {
      if (plan.fixed) window.fix(plan.fixed)
      window.addParts(parts, heads)
      window.closeSegments(segments)
    })
  }

  /** The first segment says what never changes. */
  #fixPlan(durationTicks: number, frameTicks: number, lines: JournalLine[]) {
    if (!this.#of.plan.close(durationTicks, frameTicks) || !this.#of.plan.fixed) return
    lines.push({ type: 'plan', ...this.#of.plan.fixed })
    for (const track of [this.#of.tracks.source, ...this.#of.tracks.rungs, this.#of.tracks.sound])
      if (track) track.partSeconds = this.#of.plan.partSeconds
  }

  #takeHeld() {
    const held = this.#heldSound
    this.#heldSound = []
    return held
  }

  #writesOf(parts: readonly LivePart[]): Write[] {
    return parts.flatMap(({ rendition, piece, buffers = [] }) => {
      const fileName = this.#of.tracks.trackOf(rendition)?.pieces[piece]?.fileName
      return fileName ? buffers.map((bytes) => ({ fileName, bytes })) : []
    })
  }
}
