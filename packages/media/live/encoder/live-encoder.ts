import type { Media } from '../../find-media.ts'
import type { Rung } from '../../media-map.ts'
import type { Quality } from '../../segments/plan/rungs.ts'
import { startMedia, type Started } from '../../start-media.ts'
import { CostMeter } from './cost-meter.ts'
import { EncodedFrames } from './encoded-frames.ts'
import { liveEncoderArgs } from './live-encoder-args.ts'
import { videoFacts } from '../live-init.ts'
import type { LivePart, SegmentHead } from '../live-part.ts'
import type { LiveRecording } from '../live-recording.ts'
import { RungRecorder } from './rung-recorder.ts'

interface EncoderOptions {
  recording: LiveRecording
  rungs: readonly Rung[]
  quality: Quality
  /** Of the program, after its last input. */
  endsWithinMs?: number
  /** The program has died and is begun again. */
  onRestart?: (error: Error) => void
  /** The rungs go on as copies of the source. */
  onFailure?: (error: Error) => void
  /** The cores that a second of the broadcast takes, once. */
  onCost?: (cores: number) => void
  costAfterMs?: number
}

const timeoutSeconds = 13 * 3600
const usualEndMs = 20_000
/** Of the source that the program has not taken: more than two segments of most streams. */
const behindBytesMax = 16 * 2 ** 20
/** A program that dies again within this time dies of its input. */
const steadyMs = 60_000

/** A part as it was given to the program. */
interface Fed {
  msn: number
  piece: number
  buffers: readonly Buffer[]
}

/** Makes the lower renditions of a broadcast while it is recorded. */
export class LiveEncoder {
  readonly #media: Media
  readonly #options: EncoderOptions
  readonly #recorders: RungRecorder[]
  /** All of this run: after another size the one before still writes. */
  #programs: Started[] = []
  #piece = -1
  /** Grows when programs are begun again: what those before it write is not read. */
  #run = 0
  #begunAgainAt = -Infinity
  /** Parts of segments that are not whole in every rung. */
  #kept: Fed[] = []
  #firstMsn = 0
  #hasFailed = false
  #isEnding = false
  readonly #cost: CostMeter
  /** The outputs of programs that follow each other, in their order. */
  #done: Promise<void> = Promise.resolve()

  constructor(media: Media, options: EncoderOptions) {
    this.#media = media
    this.#options = options
    const { recording, rungs } = options
    this.#cost = new CostMeter(options)
    this.#recorders = rungs.map(({ name }) => new RungRecorder(recording, name))
    recording.window.expect(rungs.map(({ name }) => name))
    recording.on('opened', this.#onOpened)
    recording.on('part', this.#onPart)
  }

  get hasFailed() {
    return this.#hasFailed
  }

  /** Ends the program and waits for its last frames; call it when the encoder of the broadcast has left for good. */
  async finish() {
    const { recording, endsWithinMs = usualEndMs } = this.#options
    recording.leave()
    await recording.files.settled()
    recording.off('opened', this.#onOpened)
    recording.off('part', this.#onPart)
    this.#isEnding = true
    this.#cost.stop()
    this.#programs.at(-1)?.stdin?.end()
    // A program that hangs must not keep a broadcast from its end.
    const late = setTimeout(
      () => this.#fail(new Error('The encoder of lower renditions does not end.')),
      endsWithinMs,
    )
    let done: Promise<void> | undefined
    // A program that dies now is begun again as well.
    while (done !== this.#done) {
      done = this.#done
      await done
    }
    clearTimeout(late)
    for (const recorder of this.#recorders) await recorder.finish()
  }

  readonly #onOpened = (head: SegmentHead) => {
    for (const recorder of this.#recorders) recorder.expect(head)
  }

  readonly #onPart = ({ rendition, msn, piece, buffers }: LivePart) => {
    if (rendition !== 'source' || !buffers || this.#hasFailed) return
    const part = { msn, piece, buffers }
    this.#forgetWhole()
    this.#kept.push(part)
    this.#feed(part)
  }

  #forgetWhole() {
    const first = Math.min(...this.#recorders.map(({ msn }) => msn))
    while ((this.#kept[0]?.msn ?? first) < first) this.#kept.shift()
    return first
  }

  #feed({ msn, piece, buffers }: Fed) {
    if (msn < this.#firstMsn || this.#hasFailed) return
    if (piece !== this.#piece) this.#start(piece, msn)
    const { stdin } = this.#programs.at(-1) ?? {}
    stdin?.cork()
    for (const bytes of buffers) stdin?.write(bytes)
    stdin?.uncork()
    if ((stdin?.writableLength ?? 0) > behindBytesMax)
      this.#fail(new Error('The encoder of lower renditions is too slow.'))
  }

  /** Another size or codec needs another program; the one before writes what it has. */
  #start(piece: number, msn: number) {
    const { recording, rungs, quality } = this.#options
    this.#programs.at(-1)?.stdin?.end()
    this.#piece = piece
    const program = startMedia(this.#media, 'ffmpeg', liveEncoderArgs(rungs, quality), {
      folder: recording.options.folder,
      timeoutSeconds,
      hasInput: true,
    })
    this.#programs.push(program)
    this.#cost.follow(program)
    // Its end is reported by `ended`, which is awaited when its output was read.
    program.stdin?.on('error', () => {})
    program.ended.catch(() => {})
    const init = recording.window.init('source', piece)
    if (init) program.stdin?.write(init)
    this.#done = this.#follow(this.#done, program, msn)
  }

  async #follow(before: Promise<void>, program: Started, msn: number) {
    const run = this.#run
    await before
    try {
      if (run === this.#run) await this.#read(program, msn)
    } catch (error) {
      if (run !== this.#run) return
      this.#beginAgain(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async #read(program: Started, msn: number) {
    const frames = new EncodedFrames()
    let hasBegun = false
    for await (const chunk of program.stdout) {
      const made = frames.push(chunk as Buffer)
      if (!hasBegun && made.length > 0) {
        hasBegun = true
        for (const [place, { avc, ...size }] of frames.tracks.entries())
          this.#recorders[place]?.begin(
            videoFacts({ codec: 'avc1', config: avc, ...size }),
            msn,
            made.find(({ track }) => track === place)?.decode ?? 0,
          )
      }
      for (const frame of made) this.#recorders[frame.track]?.push(frame)
      this.#cost.count(made)
    }
    await program.ended
    this.#programs = this.#programs.filter((other) => other !== program)
  }

  /**
   * After its first death it goes on with the first segment that is not whole in every rung; a second one soon after it is
   * no accident.
   */
  #beginAgain(error: Error) {
    const goneMs = Date.now() - this.#begunAgainAt
    if (this.#hasFailed || goneMs < steadyMs) return this.#fail(error)
    this.#begunAgainAt = Date.now()
    this.#options.onRestart?.(error)
    this.#stopPrograms()
    this.#piece = -1
    for (const recorder of this.#recorders) recorder.breakOff()
    this.#firstMsn = this.#forgetWhole()
    for (const part of this.#kept) this.#feed(part)
    if (this.#isEnding) this.#programs.at(-1)?.stdin?.end()
    return undefined
  }

  #stopPrograms() {
    this.#run += 1
    this.#cost.stop()
    for (const program of this.#programs) program.kill()
    this.#programs = []
  }

  #fail(error: Error) {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#stopPrograms()
    this.#kept = []
    for (const recorder of this.#recorders) recorder.copyFromNow()
    this.#options.onFailure?.(error)
  }
}
