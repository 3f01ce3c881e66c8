import type { RungName } from '../../media-map.ts'
import type { EncodedFrame } from './encoded-frames.ts'
import { readLiveBytes } from '../live-bytes.ts'
import { isSamePiece, type PieceFacts } from '../live-init.ts'
import type { SegmentHead } from '../live-part.ts'
import type { LiveRecording } from '../live-recording.ts'
import { RenditionTrack, type CopiedSegment } from '../rendition-track.ts'

const toleranceTicks = 45

/** Frames of one lower rendition to parts and segments with the cuts of the source. */
export class RungRecorder {
  readonly #recording: LiveRecording
  readonly #track: RenditionTrack
  /** Segments of the source that this rendition has not begun. */
  readonly #expected: SegmentHead[] = []
  /** Of all segments that were expected, to find where a program began. */
  readonly #starts = new Map<number, number>()
  #shift = 0
  #copying: Promise<void> | undefined
  #lastDecode = -Infinity
  /** Frames up to here were written by a program that has died. */
  #resumesAfter = -Infinity

  constructor(recording: LiveRecording, name: RungName) {
    this.#recording = recording
    const known = recording.rungs.find((track) => track.name === name)
    this.#track = known ?? new RenditionTrack(name, 'video')
  }

  /** The first segment that is not whole. */
  get msn() {
    return this.#track.msn
  }

  /**
   * Its program is gone. Another one encodes the open segment from its start; frames that are here already are left out.
   * Both programs number their frames alike, so those that follow can be decoded.
   */
  breakOff() {
    this.#resumesAfter = this.#lastDecode
  }

  expect(head: SegmentHead) {
    this.#expected.push(head)
    this.#starts.set(head.msn, head.start)
  }

  /** A program began with the source's segment of this number; its first frame has this time. */
  begin(facts: PieceFacts, msn: number, firstDecode: number) {
    this.#shift = (this.#starts.get(msn) ?? 0) - firstDecode
    for (const known of this.#starts.keys()) if (known < msn) this.#starts.delete(known)
    if (!isSamePiece(facts, this.#track.facts)) {
      this.#close()
      this.#recording.beginRungPiece(this.#track, facts)
    }
  }

  push({ decode: time, isSync, data }: EncodedFrame) {
    if (this.#copying) return
    const decode = time + this.#shift
    if (decode <= this.#resumesAfter + toleranceTicks) return
    for (;;) {
      const [next] = this.#expected
      if (!next || next.start > decode + toleranceTicks) break
      // Behind a discontinuity time may have passed in which nothing was shown.
      this.#close(next.isDiscontinuity ? undefined : { decode, start: next.start })
      this.#expected.shift()
      // A segment without any frame of this rendition would shift all numbers.
      if (next.msn !== this.#track.msn) {
        this.copyFromNow()
        return
      }
      this.#track.openSegment(next)
    }
    if (!this.#track.open) return
    this.#lastDecode = decode
    this.#recording.offerRung(this.#track, this.#track.push({ decode, shift: 0, isSync, data }))
  }

  /** The last segment, once its program has ended. */
  async finish() {
    this.#close()
    const { source } = this.#recording
    if (this.#track.msn < (source?.msn ?? 0)) this.copyFromNow()
    await this.#copying
    this.#recording.off('segment', this.#copyMore)
  }

  /**
   * There is no encoder any more. Players hold the address of this rendition, so it goes on with the segments of the source.
   * Their times go on, and a discontinuity that the sound does not have would keep players from starting.
   */
  copyFromNow() {
    if (this.#copying) return
    this.#close()
    this.#copying = this.#copyAll()
    this.#recording.on('segment', this.#copyMore)
  }

  readonly #copyMore = () => {
    this.#copying = this.#copying?.then(() => this.#copyAll())
  }

  /** What cannot be read now is tried again with the next segment. */
  async #copyAll() {
    try {
      for (;;) {
        const segment = this.#source?.segments[this.#track.msn]
        if (!segment) return
        await this.#copy(segment)
      }
    } catch {
      // A rendition that is behind is not stored: it is encoded when it is asked for.
    }
  }

  async #copy(segment: CopiedSegment) {
    const { window } = this.#recording
    const place = window.segment('source', segment.msn)
    const piece = this.#source?.pieces[segment.piece]
    const bytes = place && (await readLiveBytes(place))
    if (!bytes || !piece) throw new Error(`The segment ${segment.msn} is not there.`)
    const facts = { ...piece, packetUnits: 0 }
    if (!isSamePiece(facts, this.#track.facts)) this.#recording.beginRungPiece(this.#track, facts)
    this.#recording.announceRung(this.#track.appendCopy(bytes, segment))
  }

  get #source() {
    return this.#recording.window.renditions.find(({ name }) => name === 'source')
  }

  #close(next?: { decode: number; start: number }) {
    if (!this.#track.open) return
    const end = this.#source?.segments[this.#track.msn]?.end
    const closed = this.#track.closeSegment(next?.decode, next?.start ?? end)
    if (closed) this.#recording.announceRung(closed)
    else this.#track.dropOpen()
  }
}
