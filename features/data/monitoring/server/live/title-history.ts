import {
  type StepAnswer,
  type SteppedGroup,
  steppedRowsMax,
} from '@playhead/analytics/monitoring/ask-step.sql.ts'
import { viewersIn } from '@playhead/analytics/monitoring/monitoring-measure.sql.ts'
import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'

/** What titles are compared with. MONI-006 */
const agoSeconds = 300
const comparedSteps = 3
/** The steps that have to be known before the newest one. */
export const titleSeconds = agoSeconds + (comparedSteps - 1) * stepSeconds

type OfStep = ReadonlyMap<string, number>

/** Titles beyond the listed ones have at most as many viewers as the last one listed. */
const leastOf = (ofStep: OfStep) =>
  ofStep.size < steppedRowsMax ? 0 : Math.min(...ofStep.values())

/** The viewers of titles in the last five minutes. */
export class TitleHistory {
  readonly #steps = new Map<number, { viewers: OfStep; least: number }>()

  take(newest: number, earlier: StepAnswer['titles'], groups: readonly SteppedGroup[]) {
    for (const [step, viewers] of earlier) this.#set(step, viewers)
    const named = groups.flatMap(({ value, sums }) =>
      value === null ? [] : [[value, viewersIn(sums)] as const],
    )
    this.#set(newest, new Map(named))
    for (const step of this.#steps.keys())
      if (step < newest - titleSeconds) this.#steps.delete(step)
  }

  #set(step: number, viewers: OfStep) {
    this.#steps.set(step, { viewers, least: leastOf(viewers) })
  }

  /** From 5 % on; a title that had no viewers has increased. MONI-006 */
  changeOf(title: string, newest: number): 'increased' | 'decreased' | null {
    const now = this.#sum(title, newest)
    const before = this.#sum(title, newest - agoSeconds)
    if (now * 20 >= before * 21) return 'increased'
    return now * 20 <= before * 19 ? 'decreased' : null
  }

  #sum(title: string, last: number) {
    let sum = 0
    for (let at = 0; at < comparedSteps; at += 1) {
      const ofStep = this.#steps.get(last - at * stepSeconds)
      sum += ofStep?.viewers.get(title) ?? ofStep?.least ?? 0
    }
    return sum
  }
}
