import { IngestError } from '../ingest-error.ts'
import type { IngestLimits } from '../ingest-limits.ts'

/** Measures one publishing connection: too much of it is an error, almost nothing is silence. */
export class StreamPace {
  readonly #limits: IngestLimits
  #bytes = 0
  #bytesOfMean = 0
  #framesOfMean = 0
  #meanSince: number
  #firstDts: number | undefined
  #lastDts = 0
  #bytesOfSilence = 0
  #silenceSince: number

  constructor(limits: IngestLimits, now: number) {
    this.#limits = limits
    this.#meanSince = now
    this.#silenceSince = now
  }

  addBytes(count: number) {
    this.#bytes += count
  }

  addFrame(dts: number) {
    this.#framesOfMean += 1
    this.#firstDts ??= dts
    this.#lastDts = dts
  }

  /** Call it when reading went on: what was not read is no silence. */
  restart(now: number) {
    this.#silenceSince = now
    this.#bytesOfSilence = this.#bytes
  }

  /** Call it about once a second. Throws when there is too much. */
  check(now: number): 'fine' | 'silent' {
    this.#checkMean(now)
    const silence = now - this.#silenceSince
    if (silence < this.#limits.silenceMs) return 'fine'
    const bytesPerSecond = (this.#bytes - this.#bytesOfSilence) / (silence / 1000)
    this.restart(now)
    return bytesPerSecond < this.#limits.silenceBytesPerSecond ? 'silent' : 'fine'
  }

  #checkMean(now: number) {
    const passed = now - this.#meanSince
    if (passed < this.#limits.meanMs) return
    const bits = ((this.#bytes - this.#bytesOfMean) * 8) / (passed / 1000)
    // An encoder that catches up sends more frames than time passes; one that lies about times does not get more.
    const played = this.#lastDts - (this.#firstDts ?? this.#lastDts)
    const frames = this.#framesOfMean / (Math.max(passed, played) / 1000)
    this.#meanSince = now
    this.#bytesOfMean = this.#bytes
    this.#framesOfMean = 0
    this.#firstDts = undefined
    if (bits > this.#limits.bitsPerSecondMax)
      throw new IngestError(
        `Your stream has ${megabits(bits)} Mbps. Send at most ${megabits(this.#limits.bitsPerSecondMax)}.`,
      )
    if (frames > this.#limits.framesPerSecondMax)
      throw new IngestError(
        `Your stream has ${Math.round(frames)} frames per second. Send at most 60.`,
      )
  }
}

function megabits(bits: number) {
  return Math.round(bits / 1_000_000)
}
