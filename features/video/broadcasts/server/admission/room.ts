import { monitorEventLoopDelay } from 'node:perf_hooks'
import { availableParallelism } from 'node:os'

const usualTickMs = 1000
const delayMsMax = 250
const delaySeconds = 10
const cpuShareMax = 0.9
const cpuSeconds = 30

/** Whether this process has been too busy for a while to take another broadcast. */
export class Load {
  readonly #delay = monitorEventLoopDelay({ resolution: 50 })
  readonly #timer: NodeJS.Timeout
  readonly #tickMs: number
  #cpu = process.cpuUsage()
  #slowSeconds = 0
  #fullSeconds = 0

  /** A tick is a second of the limits. */
  constructor(tickMs = usualTickMs) {
    this.#tickMs = tickMs
    this.#delay.enable()
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  get isTooHigh() {
    return this.#slowSeconds >= delaySeconds || this.#fullSeconds >= cpuSeconds
  }

  stop() {
    clearInterval(this.#timer)
    this.#delay.disable()
  }

  #tick() {
    // Without a sample in all this time the loop stood still.
    const isSlow = this.#delay.count === 0 || this.#delay.percentile(95) / 1e6 > delayMsMax
    this.#delay.reset()
    const { user, system } = process.cpuUsage(this.#cpu)
    this.#cpu = process.cpuUsage()
    // Of all cores: the encoders of this process are children of it, so its own share says little alone.
    const share = (user + system) / (this.#tickMs * 1000) / availableParallelism()
    this.#slowSeconds = isSlow ? this.#slowSeconds + 1 : 0
    this.#fullSeconds = share > cpuShareMax ? this.#fullSeconds + 1 : 0
  }
}
