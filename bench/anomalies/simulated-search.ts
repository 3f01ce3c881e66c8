import { noAnomalySums } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { CohortWindow } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { anomalyMeasures } from '@playhead/features/data/alerts/contract'
import {
  anomalyParts,
  type AnomalyState,
  type StoredAnomaly,
} from '@playhead/features/data/alerts/server'
import {
  addTo,
  isOfCohort,
  type Planted,
  type SimulatedView,
  simulateWindow,
  windowSeconds,
  windowsOf,
} from './make-windows.ts'

const { judgeAnomaly, judgeWindow, isForgettable, longerWindows, newAnomalyState } = anomalyParts
const { UsualValues, windowLengthOf, windowsMax } = anomalyParts

const hourSeconds = 3_600
const weekSeconds = 7 * 86_400
const weeks = 4

interface Simulation {
  /** Of five minutes. */
  meanViews: number
  /** In spreads: the same windows are judged by each. */
  limits: readonly number[]
}

export interface OpenedAnomaly {
  limit: number
  /** Epoch seconds: the end of the window that opened it. */
  at: number
  measure: string
  /** The values that it names, sorted. */
  cause: string
}

export const causeText = (values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values)
    .map(([dimension, value]) => `${dimension} ${value}`)
    .toSorted()
    .join(', ')

/** Weeks are looked at again and again: of what is well, each window is made once. */
class Healthy {
  readonly #meanViews: number
  readonly #windows = new Map<number, CohortWindow[]>()
  readonly #views = new Map<number, SimulatedView[]>()

  constructor(meanViews: number) {
    this.#meanViews = meanViews
  }

  windowAt(at: number) {
    const known = this.#windows.get(at)
    if (known) return known
    const made = windowsOf(at, this.viewsAt(at))
    this.#windows.set(at, made)
    return made
  }

  viewsAt(at: number) {
    const known = this.#views.get(at)
    if (known) return known
    const made = simulateWindow(at, this.#meanViews)
    this.#views.set(at, made)
    // Only the longest window is read twice.
    if (this.#views.size > 2 * windowsMax) this.#views.delete(this.#views.keys().next().value!)
    return made
  }

  forgetBefore(at: number) {
    for (const known of this.#windows.keys()) if (known < at) this.#windows.delete(known)
  }
}

const usualAt = (hour: number, healthy: Healthy) => {
  const hours = Array.from({ length: weeks }, (_, index) => hour - (index + 1) * weekSeconds)
  const history: CohortWindow[] = []
  for (const start of hours)
    for (
      let at = start - (windowsMax - 1) * windowSeconds;
      at < start + hourSeconds;
      at += windowSeconds
    )
      history.push(...healthy.windowAt(at))
  const ats = hours.flatMap((start) =>
    Array.from(
      { length: hourSeconds / windowSeconds },
      (_, index) => start + index * windowSeconds,
    ),
  )
  const inHours = new Set(ats)
  const length = windowLengthOf(
    history.flatMap(({ at, cohort, sums }) =>
      cohort === null && inHours.has(at) ? [sums.views] : [],
    ),
  )
  return { length, usual: new UsualValues(longerWindows(history, ats, length), hours) }
}

/** The search over a simulated audience, without databases: the functions of the server judge what ClickHouse would return. */
export const simulatedSearch = ({ meanViews, limits }: Simulation) => {
  const healthy = new Healthy(meanViews)
  const searches = limits.map((limit) => ({ limit, states: new Map<string, StoredAnomaly>() }))
  /** Judges the windows of an hour; what is planted is broken from a time on. */
  return async (hour: number, planted?: Planted, brokenFrom = hour): Promise<OpenedAnomaly[]> => {
    const { length, usual } = usualAt(hour, healthy)
    healthy.forgetBefore(hour - weeks * weekSeconds)
    const opened: OpenedAnomaly[] = []
    for (let at = hour; at < hour + hourSeconds; at += windowSeconds) {
      const views = Array.from({ length }, (_, index) => {
        const start = at - index * windowSeconds
        return planted && start >= brokenFrom
          ? simulateWindow(start, meanViews, planted)
          : healthy.viewsAt(start)
      }).flat()
      const windows = windowsOf(at, views)
      for (const { limit, states } of searches) {
        const seen = await judgeWindow({
          limit,
          knownShare: 1,
          newShare: 1 / length,
          usual,
          measures: anomalyMeasures,
          known: [...states.values()],
          windows,
          cellsOf: async (candidates) => {
            const cells = new Map<number, { mask: number; sums: typeof noAnomalySums }>()
            for (const view of views) {
              let mask = 0
              for (const [place, cohort] of candidates.entries())
                if (isOfCohort(view, cohort)) mask += 2 ** place
              const cell = cells.get(mask) ?? { mask, sums: { ...noAnomalySums } }
              cells.set(mask, cell)
              addTo(cell.sums, view.sums)
            }
            return [...cells.values()]
          },
        })
        for (const { measure, cohortKey, window, cause } of seen) {
          const key = `${measure} ${cohortKey}`
          const before: AnomalyState = states.get(key)?.state ?? newAnomalyState(at)
          const { state, effect } = judgeAnomaly(limit, window, before, at)
          if (effect?.kind === 'open') {
            const named = [cause?.cohort ?? null, ...(cause?.also ?? [])].filter(
              (one) => one !== null,
            )
            opened.push({
              limit,
              at: at + windowSeconds,
              measure,
              cause: causeText(Object.fromEntries(named.map((one) => [one.dimension, one.value]))),
            })
          }
          if (isForgettable(state, at)) states.delete(key)
          else states.set(key, { measure, cohortKey, state, incidentId: null })
        }
      }
    }
    return opened
  }
}
