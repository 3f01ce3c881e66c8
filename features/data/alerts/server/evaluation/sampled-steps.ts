import { askSampledSteps } from '@playhead/analytics/alerting/ask-sampled-steps.sql.ts'
import { newestEndedStep, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'

/** A step without any collector is judged as unknown after this time. */
const missingAfterSeconds = 10
/** A collector that wrote the step before, but not this one, is waited for this long. */
const lateSeconds = 2
/** Steps that are read again, because collectors write late after the engine was away. */
const doubtedSeconds = 60
/** The steps that may still be waited for. */
const waitedSteps = missingAfterSeconds / stepSeconds + 1

/** In which steps collectors ran. */
export class SampledSteps {
  readonly #collectors = new Map<number, number>()
  #from = Number.POSITIVE_INFINITY
  /** The last step that was read. */
  #until = Number.NEGATIVE_INFINITY
  #changedFrom = Number.POSITIVE_INFINITY

  /** Reads what is not known from a step on. */
  async refresh(clickhouse: ClickHouse, from: number, now: Date, signal?: AbortSignal) {
    const last = newestEndedStep(now)
    const unread = Math.min(this.#until + stepSeconds, last - doubtedSeconds)
    const first = from < this.#from ? from : Math.max(from, unread)
    const read = await askSampledSteps(clickhouse, { first, last }, signal)
    for (const [step, collectors] of read) {
      if (collectors === this.#collectors.get(step)) continue
      this.#collectors.set(step, collectors)
      this.#changedFrom = Math.min(this.#changedFrom, step)
    }
    this.#from = Math.min(this.#from, from)
    this.#until = last
  }

  forget() {
    this.#collectors.clear()
    this.#from = Number.POSITIVE_INFINITY
  }

  /** The first step with samples that were not there the last time. */
  takeChangedFrom() {
    const step = this.#changedFrom
    this.#changedFrom = Number.POSITIVE_INFINITY
    return step
  }

  forgetBefore(step: number) {
    for (const known of this.#collectors.keys()) if (known < step) this.#collectors.delete(known)
    this.#from = Math.max(this.#from, step)
  }

  isKnown(step: number) {
    return this.#collectors.has(step)
  }

  countKnown(first: number, last: number) {
    let count = 0
    for (let step = first; step <= last; step += stepSeconds) if (this.isKnown(step)) count += 1
    return count
  }

  /** The last step that all collectors wrote, or that none is expected to write any more. */
  newestReady(now: Date): number {
    const newest = newestEndedStep(now)
    let ready = newest - waitedSteps * stepSeconds
    while (ready < newest && this.#isReady(ready + stepSeconds, now)) ready += stepSeconds
    return ready
  }

  #isReady(step: number, now: Date) {
    const waited = now.getTime() / 1000 - (step + stepSeconds)
    if (waited >= missingAfterSeconds) return true
    const collectors = this.#collectors.get(step) ?? 0
    const before = this.#collectors.get(step - stepSeconds) ?? 0
    return collectors > 0 && (collectors >= before || waited >= lateSeconds)
  }
}
