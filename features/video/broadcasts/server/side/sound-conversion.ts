import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import { hasMedia } from '@playhead/media/find-media.ts'
import {
  convertedSound,
  type LiveRecording,
  ProgramStarts,
  SoundEncoder,
} from '@playhead/media/live/live.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { isPlayedAsItIs } from '../run/tracks-of.ts'
import { encoderBudgetOf } from './encoder-budget.ts'

interface ConversionOf {
  app: App
  recording: LiveRecording
  warn: (warning: { type: string; message: string }) => void
}

/** Measured with stereo at 48 kHz, in shares of a core. */
const cores = 0.03

const words = {
  refused: 'Only AAC-LC sound with one or two channels is recorded. Choose it in your encoder.',
  failed: 'The sound could no longer be converted and is silent. Choose AAC-LC in your encoder.',
} as const

/** Sound that not every viewer can play becomes AAC-LC, as long as there is room to encode. */
export class SoundConversion {
  readonly #of: ConversionOf
  readonly #starts = new ProgramStarts()
  #encoder: SoundEncoder | undefined
  #giveBack: () => void = () => {}
  #hasFailed = false
  /** Logged once: an encoder may change its sound all the time. */
  #isLogged = false

  constructor(of: ConversionOf) {
    this.#of = of
  }

  get isRunning() {
    return this.#encoder !== undefined && !this.#hasFailed
  }

  /** Returns what is recorded. */
  takeHeader(header: StreamHeader): StreamHeader {
    this.stop()
    const { app, recording, warn } = this.#of
    const { audio } = header
    if (!audio || isPlayedAsItIs(audio)) return header
    const budget = encoderBudgetOf(app)
    if (!hasMedia(app.media) || budget.free < cores) {
      warn({ type: 'unusual_sound', message: words.refused })
      return header
    }
    this.#giveBack = budget.take(cores).giveBack
    this.#hasFailed = false
    this.#encoder = new SoundEncoder(app.media, {
      folder: recording.options.folder,
      header: audio,
      starts: this.#starts,
      onPacket: (packet) => recording.push(packet),
      onFailure: (error) => {
        if (!this.#isLogged)
          app.log.warn('The sound of a broadcast is not converted any more.', { error })
        this.#isLogged = true
        this.#giveBack()
        this.#hasFailed = true
        warn({ type: 'unusual_sound', message: words.failed })
      },
    })
    return { ...header, audio: convertedSound }
  }

  /** Returns whether it is recorded as it is. */
  takePacket(packet: MediaPacket) {
    if (packet.kind !== 'audio' || !this.#encoder) return true
    this.#encoder.push(packet)
    return false
  }

  stop() {
    this.#encoder?.stop()
    this.#encoder = undefined
    this.#giveBack()
  }
}
