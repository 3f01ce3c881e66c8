import { mkdir } from 'node:fs/promises'
import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import { mediaTimescale } from '../media-map.ts'
import { BroadcastWriter } from './broadcast-writer.ts'
import { EncoderClock } from './clock.ts'
import type { RunLine } from './journal.ts'
import { audioFacts, isSamePiece, videoFacts, type PieceFacts } from './live-init.ts'
import type { RunKind } from './live-part.ts'
import { factsOf, type FinishedRecording, type FinishOptions } from './recording-facts.ts'
import { SlowDisk, UnsteadyBroadcast } from './recording-failures.ts'
import type { LatencyMode, SegmentPlan } from './segment-plan.ts'

export interface RecordingOptions {
  /** Belongs to this broadcast alone. */
  folder: string
  latencyMode: LatencyMode
  /** Records only the sound of what comes. */
  isAudioOnly?: boolean
  /** When the broadcast began, in milliseconds since the epoch. */
  startedAt?: number
}

/** What was read back from a journal. */
export interface Recovered {
  plan: SegmentPlan
  runs: readonly RunLine[]
}

export interface Run {
  clock: EncoderClock
  startTicks: number
  kind: RunKind
}

interface RunStart {
  facts: { source?: PieceFacts | undefined; sound?: PieceFacts | undefined }
  kind: RunKind
  /** Wall clock of its first frame. */
  wallMs: number
  /** Later than the end of what there is: time in which nothing was recorded. */
  startTicks?: number
  frameSeconds?: number
}

const defaultFrameSeconds = 1 / 30
/** A disk this far behind would lose the broadcast quietly. */
const diskBehindMsMax = 8000
/** Ten seconds at the fastest rate; where times stand still or pictures stop, a segment would grow for ever. */
const openBytesMax = 64 * 2 ** 20
const runsMax = 10_000
const piecesMax = 500
/** Half a packet of sound; the nearest one begins at the first picture. */
const soundBeforeTicks = 960

/** One broadcast on its way to disk and viewers: packets in, parts and segments out. */
export class LiveRecording extends BroadcastWriter {
  readonly options: RecordingOptions
  readonly startedAt: number
  readonly runs: RunLine[]
  #run: Run | undefined
  #header: StreamHeader | undefined
  #wantsRun = false
  #isOver = false

  constructor(options: RecordingOptions, recovered?: Recovered) {
    super({ ...options, plan: recovered?.plan })
    this.options = options
    this.startedAt = options.startedAt ?? Date.now()
    this.runs = [...(recovered?.runs ?? [])]
    this.once('failure', () => (this.#isOver = true))
    const { latencyMode } = options
    if (!recovered)
      this.journal({ type: 'recording', version: 1, latencyMode, startedAt: this.startedAt })
  }

  get isRunning() {
    return this.#run !== undefined
  }

  get bytesInMemory() {
    return this.files.queuedBytes + this.window.bytesInMemory
  }

  /** What comes now has these parameters; also called when they change. */
  begin(given: StreamHeader) {
    const header = this.options.isAudioOnly ? withoutPicture(given) : given
    const isChange = this.#header !== undefined && this.#needsRun(this.#header, header)
    this.#header = header
    const sound = header.audio && audioFacts(header.audio)
    if (this.#run && sound && !this.sound && this.segmentCount === 0) this.addSound(sound)
    else if (sound && !this.sound && this.segmentCount > 0) this.warn('late-sound')
    // The slate goes on until the first keyframe.
    if (!this.#run || this.#run.kind === 'slate') this.#wantsRun = true
    else if (isChange) this.#change()
  }

  push(packet: MediaPacket) {
    if (this.#isOver || !this.#header) return
    if (packet.kind === 'video') this.#pushPicture(packet)
    else this.#pushSound(packet)
    if (this.openBytes > openBytesMax) this.#change()
    if (this.files.waitedMs > diskBehindMsMax) this.emit('failure', new SlowDisk())
  }

  /** The encoder is gone: closes the open segment. A later `begin` goes on behind a discontinuity. */
  leave() {
    this.endRun()
    this.#run = undefined
    this.#header = undefined
    this.#wantsRun = false
    this.files.append([], () => this.window.pause())
  }

  /** Ends the broadcast and waits for its files; the answer is all that rows of an asset need. */
  async finish(options: FinishOptions = {}): Promise<FinishedRecording> {
    this.leave()
    this.#isOver = true
    try {
      await this.files.close()
    } finally {
      this.window.end()
    }
    return factsOf(this, options)
  }

  /** The program stops: the recording is whole on the disk and can be recovered. */
  async suspend() {
    this.leave()
    this.#isOver = true
    await this.files.close()
  }

  /** Of what is recorded now: it ends when another run begins, or the encoder is gone. */
  isCurrent(run: Run) {
    return this.#run === run
  }

  /** Begins a run at the end of what there is, or later. */
  startRun({ facts, kind, wallMs, ...given }: RunStart): Run {
    if (this.#run) this.endRun()
    const startTicks = Math.max(given.startTicks ?? 0, this.endTicks)
    const { frameSeconds = defaultFrameSeconds } = given
    const frameRate = Math.round(1000 / frameSeconds) / 1000
    if (facts.source && kind === 'content') this.window.frameRate = frameRate
    const firstSegment = this.segmentCount
    const line = { type: 'run', firstSegment, kind, wallMs, startTicks, frameRate } as const
    this.runs.push(line)
    this.journal(line)
    if (this.runs.length > runsMax || this.#pieceCount > piecesMax)
      this.emit('failure', new UnsteadyBroadcast())
    this.plan.forgetGroups()
    const wallOf = (start: number) => wallMs + ((start - startTicks) * 1000) / mediaTimescale
    this.beginRun(facts, {
      startTicks,
      frameSeconds,
      place: (start) => ({ start, wallMs: wallOf(start), isDiscontinuity: false, kind }),
    })
    this.#run = { clock: new EncoderClock(), startTicks, kind }
    return this.#run
  }

  get #pieceCount() {
    return (this.source?.pieces.length ?? 0) + (this.sound?.pieces.length ?? 0)
  }

  #pushPicture(packet: MediaPacket) {
    if (!this.#header?.video) return
    if (this.#wantsRun && packet.isKey) this.#beginContent(packet)
    const times = this.#timesOf(packet)
    if (!times || !this.source) return
    const { decode, shown } = times
    const start = this.source.open?.start ?? decode
    if (packet.isKey) {
      if (this.plan.endsAtKeyframe(start, shown)) this.closeSegment(times)
    } else if (this.plan.mustCut(start, decode)) {
      this.openCuts.push(this.source.msn + 1)
      this.closeSegment({ decode, shown: decode })
      this.warn('long-group')
    }
    const { isKey: isSync, data } = packet
    this.pushPicture({ decode, shift: shown - decode, isSync, data })
  }

  #pushSound(packet: MediaPacket) {
    if (!this.#header?.audio) return
    if (this.#wantsRun && !this.#header.video) this.#beginContent(packet)
    const times = this.#timesOf(packet)
    const open = this.sound?.open
    if (!times || !open || times.shown < (this.#run?.startTicks ?? 0) - soundBeforeTicks) return
    if (!this.source && this.plan.endsSound(open.start, times.shown)) this.closeSegment()
    this.pushSound(times.shown, packet.data)
  }

  /** Undefined for what belongs to no run, or after a jump that ended it. */
  #timesOf(packet: MediaPacket) {
    const clock = this.#run?.clock
    if (!clock?.hasBegun) return undefined
    const times = clock.place(packet)
    if (times) return times
    this.#change()
    const canBegin = packet.kind === 'video' ? packet.isKey : !this.#header?.video
    if (!canBegin) return undefined
    this.#beginContent(packet)
    return this.#run?.clock.place(packet)
  }

  #beginContent(packet: MediaPacket) {
    const { video, audio } = this.#header ?? {}
    this.#wantsRun = false
    const run = this.startRun({
      facts: { source: video && videoFacts(video), sound: audio && audioFacts(audio) },
      kind: 'content',
      wallMs: packet.arrivedAt,
      frameSeconds: video?.frameRate ? 1 / video.frameRate : defaultFrameSeconds,
    })
    run.clock.begin(packet, run.startTicks)
  }

  /** Ends the run in the middle of a connection: the next keyframe begins another. */
  #change() {
    this.endRun()
    this.#run = undefined
    this.#wantsRun = true
  }

  #needsRun(before: StreamHeader, { video, audio }: StreamHeader): boolean {
    const { source, sound } = this
    const soundFacts = audio && audioFacts(audio)
    if (Boolean(before.audio) !== Boolean(audio) && sound) return true
    if (video && source && !isSamePiece(videoFacts(video), source.facts)) return true
    return Boolean(soundFacts && sound && !isSamePiece(soundFacts, sound.facts))
  }
}

/** Begins the recording of a broadcast in its folder, which is made. */
export const openRecording = async (options: RecordingOptions): Promise<LiveRecording> => {
  await mkdir(options.folder, { recursive: true })
  return new LiveRecording(options)
}

const withoutPicture = ({ audio, said }: StreamHeader): StreamHeader => ({
  said,
  ...(audio && { audio }),
})
