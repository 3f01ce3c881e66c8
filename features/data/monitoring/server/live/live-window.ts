import type { NewestStep } from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import type { StepTotals } from '@playhead/analytics/monitoring/ask-step.sql.ts'
import { noSums } from '@playhead/analytics/monitoring/monitoring-measure.sql.ts'
import { stepsOf, stepSeconds, windowSeconds } from '@playhead/analytics/monitoring/steps.ts'

export interface LiveStep extends StepTotals {
  isEarly: boolean
}

const nothing: StepTotals = { sums: noSums, startupTimes: [] }

const isSame = (one: LiveStep, other: LiveStep) =>
  one.isEarly === other.isEarly &&
  one.startupTimes.length === other.startupTimes.length &&
  one.sums.every((sum, place) => sum === other.sums[place])

export const firstOfWindow = (newest: number) => newest - windowSeconds + stepSeconds

/** The totals of the last 30 minutes. MONI-018 */
export class LiveWindow {
  readonly #steps = new Map<number, LiveStep>()

  step(step: number): LiveStep {
    return this.#steps.get(step) ?? { ...nothing, isEarly: false }
  }

  /** Returns the steps that are new or have changed, in order. */
  take(
    { newest, isEarly }: NewestStep,
    from: number,
    totals: ReadonlyMap<number, StepTotals>,
  ): number[] {
    const changed = stepsOf({ first: from, last: newest }).filter((step) => {
      const before = this.#steps.get(step)
      const now = { ...(totals.get(step) ?? nothing), isEarly: isEarly && step === newest }
      this.#steps.set(step, now)
      return step === newest || before === undefined || !isSame(before, now)
    })
    const first = firstOfWindow(newest)
    for (const step of this.#steps.keys()) if (step < first) this.#steps.delete(step)
    return changed
  }
}
