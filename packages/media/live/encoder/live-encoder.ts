import type { Media } from '../../find-media.ts'
import { pipedInputArgs } from '../../input-args.ts'
import { mediaTimescale, type Rung } from '../../media-map.ts'
import { maxRateOf, type Quality } from '../../segments/plan/rungs.ts'
import { startMedia, type Started } from '../../start-media.ts'
import { EncodedFrames } from './encoded-frames.ts'
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
  /** The rungs go on as copies of the source. */
  onFailure?: (error: Error) => void
}

const timeoutSeconds = 13 * 3600
const usualEndMs = 20_000
/** Of the source that the program has not taken: more than two segments of most streams. */
const behindBytesMax = 16 * 2 ** 20
const constantQuality: Readonly<Record<Quality, number>> = { basic: 24, plus: 23, premium: 22 }

const levelText = ({ codecs }: Rung) => {
  const level = Number.parseInt(codecs.slice(-2), 16)
  return `${Math.floor(level / 10)}.${level % 10}`
}

/**
 * One program for all lower renditions. Keyframes come where the source has them, frames keep their times, and each frame is
 * a fragment, so nothing waits.
 */
export const liveEncoderArgs = (rungs: readonly Rung[], quality: Quality): string[] => {
  const splits = rungs.map((_, place) => `[s${place}]`).join('')
  const scales = rungs.map(
    ({ width, height }, place) =>
      `[s${place}]scale=${width}:${height}:flags=bicubic,setsar=1,format=yuv420p[v${place}]`,
  )
  return [
    '-probesize',
    '32',
    '-analyzeduration',
    '0',
    '-threads',
    '1',
    ...pipedInputArgs(),
    '-filter_complex',
    [`[0:v]split=${rungs.length}${splits}`, ...scales].join(';'),
    ...rungs.flatMap((rung, place) => [
      '-map',
      `[v${place}]`,
      `-maxrate:v:${place}`,
      String(maxRateOf(rung)),
      `-bufsize:v:${place}`,
      String(maxRateOf(rung)),
      `-level:v:${place}`,
      levelText(rung),
    ]),
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    `1:${mediaTimescale}`,
    '-force_key_frames',
    'source',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-threads',
    '1',
    '-profile:v',
    'high',
    '-crf',
    String(constantQuality[quality]),
    '-x264-params',
    'keyint=infinite:scenecut=0',
    '-video_track_timescale',
    String(mediaTimescale),
    '-movflags',
    '+empty_moov+default_base_moof+frag_every_frame+negative_cts_offsets',
    '-flush_packets',
    '1',
    '-f',
    'mp4',
    'pipe:1',
  ]
}

/** Makes the lower renditions of a broadcast while it is recorded. */
export class LiveEncoder {
  readonly #media: Media
  readonly #options: EncoderOptions
  readonly #recorders: RungRecorder[]
  #program: Started | undefined
  #piece = -1
  #hasFailed = false
  /** The outputs of programs that follow each other, in their order. */
  #done: Promise<void> = Promise.resolve()

  constructor(media: Media, options: EncoderOptions) {
    this.#media = media
    this.#options = options
    const { recording, rungs } = options
    this.#recorders = rungs.map(({ name }) => new RungRecorder(recording, name))
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
    this.#program?.stdin?.end()
    // A program that hangs must not keep a broadcast from its end.
    const late = setTimeout(
      () => this.#fail(new Error('The encoder of lower renditions does not end.')),
      endsWithinMs,
    )
    await this.#done
    clearTimeout(late)
    for (const recorder of this.#recorders) await recorder.finish()
  }

  readonly #onOpened = (head: SegmentHead) => {
    for (const recorder of this.#recorders) recorder.expect(head)
  }

  readonly #onPart = (part: LivePart) => {
    if (part.rendition !== 'source' || !part.buffers || this.#hasFailed) return
    if (part.piece !== this.#piece) this.#start(part)
    const { stdin } = this.#program ?? {}
    stdin?.cork()
    for (const bytes of part.buffers) stdin?.write(bytes)
    stdin?.uncork()
    if ((stdin?.writableLength ?? 0) > behindBytesMax)
      this.#fail(new Error('The encoder of lower renditions is too slow.'))
  }

  /** Another size or codec needs another program; the one before writes what it has. */
  #start({ piece, msn }: LivePart) {
    const { recording, rungs, quality } = this.#options
    this.#program?.stdin?.end()
    this.#piece = piece
    const program = startMedia(this.#media, 'ffmpeg', liveEncoderArgs(rungs, quality), {
      folder: recording.options.folder,
      timeoutSeconds,
      hasInput: true,
    })
    this.#program = program
    // Its end is reported by `ended`.
    program.stdin?.on('error', () => {})
    const init = recording.window.init('source', piece)
    if (init) program.stdin?.write(init)
    const before = this.#done
    this.#done = before
      .then(() => this.#read(program, msn))
      .catch((error: unknown) => {
        this.#fail(error instanceof Error ? error : new Error(String(error)))
      })
  }

  async #read({ stdout, ended }: Started, msn: number) {
    // It is awaited below.
    ended.catch(() => {})
    const frames = new EncodedFrames()
    let hasBegun = false
    for await (const chunk of stdout) {
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
    }
    await ended
  }

  #fail(error: Error) {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#program?.kill()
    for (const recorder of this.#recorders) recorder.copyFromNow()
    this.#options.onFailure?.(error)
  }
}
