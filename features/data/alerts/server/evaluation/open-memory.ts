import type { RuleRow } from '../rules/rules.sql.ts'
import { judgedRule } from './judged-rule.ts'
import { affectedBeyond, type WatchedSums } from './watched-values.ts'

interface Seen {
  /** The last step. */
  step: number
  peak: number | null
  affectedViews: number
}

interface SeenStep {
  step: number
  /** The last step that is stored: what was seen until then is in the row of the incident. */
  storedStep: number
  /** Of the window. */
  value: number | null
  /** Of the step alone. */
  sums: WatchedSums
}

const keyOf = (ruleId: string, groupKey: string) => `${ruleId} ${groupKey}`

const nothing: Seen = { step: Number.NEGATIVE_INFINITY, peak: null, affectedViews: 0 }

/** What open incidents have seen since their row was last written. */
export class OpenMemory {
  readonly #seen = new Map<string, Seen>()

  /** A step that is judged a second time, because another rule failed, counts once. */
  see(rule: RuleRow, groupKey: string, { step, storedStep, value, sums }: SeenStep) {
    const known = this.of(rule.id, groupKey)
    // Another evaluator has written the row since then.
    const before = known.step > storedStep ? known : nothing
    if (step <= before.step) return
    const { peak, affectedViews } = before
    const judged = judgedRule(rule)
    const worst = rule.area === 'above' ? Math.max : Math.min
    this.#seen.set(keyOf(rule.id, groupKey), {
      step,
      peak: value === null || peak === null ? (value ?? peak) : worst(value, peak),
      affectedViews:
        affectedViews + (affectedBeyond({ ...judged, threshold: judged.value }, sums) ?? 0),
    })
  }

  of(ruleId: string, groupKey: string): Seen {
    return this.#seen.get(keyOf(ruleId, groupKey)) ?? nothing
  }

  forget(ruleId: string, groupKey: string) {
    this.#seen.delete(keyOf(ruleId, groupKey))
  }
}
