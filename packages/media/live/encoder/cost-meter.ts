import { mediaTimescale } from '../../media-map.ts'
import { readCpuSeconds } from '../../program-cpu.ts'
import type { Started } from '../../start-media.ts'
import type { EncodedFrame } from './encoded-frames.ts'

interface CostOptions {
  onCost?: (cores: number) => void
  costAfterMs?: number
}

const usualAfterMs = 30_000
/** Too few frames say nothing. */
const secondsMin = 1

/**
 * What a program takes for a second of its stream, measured once. Per second of the stream, because a program that gets too
 * little of the processor takes little of it per second of the clock.
 */
export class CostMeter {
  readonly #options: CostOptions
  #timer: NodeJS.Timeout | undefined
  #program: Started | undefined
  #first: number | undefined
  #last = 0
  #isOver = false

  constructor(options: CostOptions) {
    this.#options = options
    this.#isOver = options.onCost === undefined
  }

  /** From the start of the program on. */
  follow(program: Started) {
    this.stop()
    if (this.#isOver) return
    this.#program = program
    this.#measureLater(program)
  }

  count(frames: readonly EncodedFrame[]) {
    for (const { track, decode } of this.#isOver ? [] : frames) {
      if (track !== 0) continue
      this.#first ??= decode
      this.#last = decode
    }
  }

  stop() {
    clearTimeout(this.#timer)
    this.#program = undefined
    this.#first = undefined
  }

  #measureLater(program: Started) {
    const { costAfterMs = usualAfterMs } = this.#options
    this.#timer = setTimeout(() => void this.#measure(program), costAfterMs)
    this.#timer.unref()
  }

  async #measure(program: Started) {
    const cpuSeconds = await readCpuSeconds(program.processId)
    if (cpuSeconds === undefined || this.#program !== program) return
    const seconds = (this.#last - (this.#first ?? this.#last)) / mediaTimescale
    // On a machine with too much to do, an encoder has done little by now.
    if (seconds < secondsMin) return this.#measureLater(program)
    this.#isOver = true
    this.#options.onCost?.(cpuSeconds / seconds)
  }
}
