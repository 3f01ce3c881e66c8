import type { StreamHeader } from '@playhead/ingest/packet.ts'
import { hasMedia } from '@playhead/media/find-media.ts'
import {
  continueRungs,
  LiveEncoder,
  liveLadder,
  type LiveRecording,
} from '@playhead/media/live/live.ts'
import type { VideoQuality } from '@playhead/domain/video.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { correctedCores, encoderBudgetOf } from './encoder-budget.ts'

interface RungsOf {
  app: App
  recording: LiveRecording
  quality: VideoQuality
  warn: (warning: { type: string; message: string }) => void
}

const defaultFrameRate = 30
/** Of a source that does not say its rate. */
const bitsPerPixel = 0.1

const rateOf = (
  { said }: StreamHeader,
  size: { width: number; height: number },
  frameRate: number,
) => {
  const kbps = said['videodatarate']
  return typeof kbps === 'number' && kbps > 0
    ? kbps * 1000
    : size.width * size.height * frameRate * bitsPerPixel
}

/** Lower renditions of one broadcast, as many as were free when it began. */
export class LowerRungs {
  readonly #of: RungsOf
  #made: { finish: () => Promise<void> } | undefined
  #giveBack: () => void = () => {}
  #isChosen = false

  constructor(of: RungsOf, isRecovered: boolean) {
    this.#of = of
    this.#isChosen = isRecovered
    if (isRecovered && of.recording.rungs.length > 0) this.#made = continueRungs(of.recording)
  }

  /** Whether every viewer can play one of the renditions, also where the source is HEVC or AV1. */
  suits({ video }: StreamHeader) {
    const { isAudioOnly } = this.#of.recording.options
    return !video || isAudioOnly || video.codec === 'avc1' || this.#made !== undefined
  }

  /** Call it before the recording gets the first header: players hold the renditions of the first segment. */
  begin(header: StreamHeader) {
    const { app, recording, quality, warn } = this.#of
    const { video } = header
    if (this.#isChosen || !video || recording.options.isAudioOnly) return
    this.#isChosen = true
    if (!hasMedia(app.media)) return
    const budget = encoderBudgetOf(app)
    const frameRate = video.frameRate ?? defaultFrameRate
    const { width, height } = video
    const rate = rateOf(header, video, frameRate)
    const source = { width, height, frameRate, rate, isUnusual: video.codec !== 'avc1' }
    const { rungs, cores } = liveLadder(source, quality, budget.free)
    if (rungs.length === 0) return
    const share = budget.take(cores)
    this.#giveBack = share.giveBack
    this.#made = new LiveEncoder(app.media, {
      recording,
      rungs,
      quality,
      onCost: (measured) => share.correct(correctedCores(cores, measured)),
      onRestart: (error) =>
        app.log.warn('The lower renditions of a broadcast are restarted.', { error }),
      onFailure: (error) => {
        app.log.warn('The lower renditions of a broadcast have ended.', { error })
        this.#giveBack()
        warn({
          type: 'renditions_ended',
          message: 'Lower renditions could no longer be encoded: they continue as copies.',
        })
      },
    })
  }

  async finish() {
    try {
      await this.#made?.finish()
    } finally {
      this.#giveBack()
    }
  }
}
