import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { peekSample, takeSample } from '../../view/live-sample.ts'
import type { CollectorLog } from '../collector-options.ts'
import type { EnvironmentCache } from '../environment-cache.ts'
import type { LiveViews } from '../views/live-views.ts'
import { SampleWriter } from './sample-writer.ts'

interface SamplerOptions {
  clickhouse: ClickHouse
  views: LiveViews
  environments: EnvironmentCache
  log: CollectorLog
  now: () => number
}

export const sampleStepMs = 5_000
/** Half way through a step an early sample is written, until the sample of the whole step replaces it. */
const earlyMs = sampleStepMs / 2
/** Events sent just before the end of a step have this long to arrive. */
const delayMs = 20
const viewsAtOnce = 50
/** Encoding a larger text to bytes would block the event loop. */
const textMax = 500_000

/** Writes what every open view did in the last five seconds, for the monitoring. */
export class Sampler {
  readonly #options: SamplerOptions
  readonly #writer: SampleWriter
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: SamplerOptions) {
    this.#options = options
    this.#writer = new SampleWriter(options)
  }

  start() {
    const now = this.#options.now()
    const due = (Math.floor((now - delayMs) / earlyMs) + 1) * earlyMs
    this.#timer = setTimeout(
      () => {
        this.#running = this.#sample(due)
          .catch((error: unknown) =>
            this.#options.log.warn('samples of a step could not be taken', { error }),
          )
          .finally(() => {
            if (!this.#isStopped) this.start()
          })
      },
      due + delayMs - now,
    )
    this.#timer.unref()
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
    await this.#writer.stop()
  }

  /** At the end of a step samples all of it; in its middle, the part so far. */
  async #sample(due: number) {
    const { views, environments, now } = this.#options
    const isEarly = due % sampleStepMs !== 0
    const stepStart = isEarly ? due - earlyMs : due - sampleStepMs
    const sampleOf = isEarly ? peekSample : takeSample
    const sampledAt = Math.floor(stepStart / 1000)
    const texts: Buffer[] = []
    let text = ''
    let seen = 0
    for (const view of isEarly ? views.toSample() : views.takeToSample()) {
      const rules = environments.errorRules(view.environmentId)
      const sample = sampleOf(view.state, stepStart, due, rules)
      if (sample) text += `${JSON.stringify({ ...sample, sampled_at: sampledAt })}\n`
      seen += 1
      if (seen % viewsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
      // An early sample must not delay the one of the whole step.
      if (isEarly && now() > due + earlyMs / 2) return
      if (text.length < textMax) continue
      texts.push(Buffer.from(text.toWellFormed()))
      text = ''
    }
    texts.push(Buffer.from(text.toWellFormed()))
    // One insert, so that no reader ever sees half a step.
    this.#writer.add(isEarly ? 'early_samples' : 'samples', Buffer.concat(texts))
    if (!isEarly) this.#writer.addStep(sampledAt)
  }
}
