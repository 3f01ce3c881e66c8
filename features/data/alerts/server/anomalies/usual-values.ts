import {
  addedAnomalySums,
  type AnomalyDimension,
  type AnomalySums,
  anomalyWindowSeconds,
  type Cohort,
  noAnomalySums,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { CohortWindow } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import { type AnomalyMeasure, anomalyLimits } from '../../anomalies-contract.ts'
import {
  anomalyDefinitions,
  affectedViews,
  countOf,
  judgedValue,
  standardError,
  varianceOfView,
} from './anomaly-measures.ts'
import { median } from './median.ts'

/** What a measure of a cohort usually is in an hour of the week. */
export interface Usual {
  center: number
  /** 1.4826 times the median distance from the center. */
  spread: number
  /** Of one view. */
  variance: number
}

const asDeviation = 1.4826
const leastWindows = 12
const leastViewsOfWindow = 5
const leastViews = 100

export const keyOfCohort = (cohort: Cohort) =>
  cohort === null ? '' : JSON.stringify([cohort.dimension, cohort.value])

export const cohortOfKey = (key: string): Cohort => {
  if (key === '') return null
  const [dimension, value] = JSON.parse(key) as [AnomalyDimension, string]
  return { dimension, value }
}

const usualOf = (
  measure: AnomalyMeasure,
  weeks: readonly (readonly AnomalySums[])[],
  isError: boolean,
): Usual | undefined => {
  const { kind } = anomalyDefinitions[measure]
  if (kind === 'count' && isError) return undefined
  const isCounted = (sums: AnomalySums) =>
    kind === 'count' || countOf(measure, sums) >= leastViewsOfWindow
  const counted = weeks.map((windows) => windows.filter(isCounted))
  const windows = counted.flat()
  const all = addedAnomalySums(windows)
  if (windows.length < leastWindows || countOf(measure, all) < leastViews) return undefined
  // The median of the weeks: whatever happened in one of four changes little.
  const ofWeeks = counted.filter(({ length }) => length > 0).map(addedAnomalySums)
  const values = windows.flatMap((sums) => judgedValue(measure, sums) ?? [])
  // Most windows of few views have no failure at all, so that their median says nothing.
  const center =
    kind === 'share'
      ? median(ofWeeks.flatMap((sums) => judgedValue(measure, sums) ?? []))
      : median(values)
  if (kind === 'count' && center < anomalyLimits.leastViews) return undefined
  const spread = asDeviation * median(values.map((value) => Math.abs(value - center)))
  const variance = median(ofWeeks.map((sums) => varianceOfView(measure, sums)))
  return { center, spread, variance }
}

/** The usual values of an hour of the week, by measure and cohort. */
export class UsualValues {
  readonly #usual = new Map<string, Usual | undefined>()
  readonly #windows: ReadonlyMap<string, ReadonlyMap<number, AnomalySums>>
  readonly #weeks: readonly (readonly (readonly [number, AnomalySums])[])[]

  /** Weeks without any views are left out; in the others, a cohort without views had none. */
  constructor(windows: readonly CohortWindow[], hours: readonly number[]) {
    const byCohort = groupBy(windows, ({ cohort }) => keyOfCohort(cohort))
    this.#windows = new Map(
      [...byCohort].map(([key, some]) => [key, new Map(some.map(({ at, sums }) => [at, sums]))]),
    )
    const whole = this.#windows.get('') ?? new Map<number, AnomalySums>()
    this.#weeks = hours.flatMap((hour) => {
      const ats = Array.from(
        { length: 3_600 / anomalyWindowSeconds },
        (_, index) => hour + index * anomalyWindowSeconds,
      )
      return ats.some((at) => whole.has(at))
        ? [ats.map((at) => [at, whole.get(at) ?? noAnomalySums] as const)]
        : []
    })
  }

  /** Whether anybody watched in these hours. */
  get hasUsual() {
    return this.#weeks.length > 0
  }

  /** All values that have a usual number of views. */
  get cohortKeys() {
    return this.#windows.keys()
  }

  of(measure: AnomalyMeasure, cohort: Cohort): Usual | undefined {
    const key = `${measure} ${keyOfCohort(cohort)}`
    if (!this.#usual.has(key)) this.#usual.set(key, this.#make(measure, cohort))
    return this.#usual.get(key)
  }

  #make(measure: AnomalyMeasure, cohort: Cohort) {
    const own = this.#windows.get(keyOfCohort(cohort))
    const isError = cohort?.dimension === 'error_type_id'
    // An error has no audience: its failures are among all views, also when there were none yet.
    const weeks = this.#weeks.map((windows) =>
      windows.map(([at, whole]) => {
        const part = own?.get(at) ?? noAnomalySums
        return isError ? ofError(part, whole) : part
      }),
    )
    return usualOf(measure, weeks, isError)
  }
}

export const ofError = (part: AnomalySums, whole: AnomalySums): AnomalySums => ({
  ...noAnomalySums,
  views: whole.views,
  failed: part.failed,
  startup_failed: part.startup_failed,
})

export const isMeasuredOf = (measure: AnomalyMeasure, cohort: Cohort) =>
  cohort?.dimension !== 'error_type_id' || anomalyDefinitions[measure].hasErrors === true

export interface Distance {
  /** As it is judged; null without anything to measure. */
  value: number | null
  usual: Usual
  /** In spreads, toward what is bad; 0 without a value. */
  distance: number
  /** What a distance of one is. */
  spread: number
  views: number
  affected: number
}

/** How far a window is from what is usual: (value − median) / max(spread, floor). */
export const distanceOf = (measure: AnomalyMeasure, sums: AnomalySums, usual: Usual): Distance => {
  const { area, leastSpread, leastPart } = anomalyDefinitions[measure]
  const value = judgedValue(measure, sums)
  const spread = Math.max(
    usual.spread,
    standardError(measure, sums, usual),
    leastSpread,
    leastPart * Math.abs(usual.center),
  )
  const toward = area === 'above' ? 1 : -1
  return {
    value,
    usual,
    spread,
    distance: value === null ? 0 : (toward * (value - usual.center)) / spread,
    views: countOf(measure, sums),
    affected: affectedViews(measure, sums, usual.center),
  }
}
