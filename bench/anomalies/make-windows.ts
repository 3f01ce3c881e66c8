import {
  type AnomalyDimension,
  type AnomalySums,
  anomalySumNames,
  anomalyWindowSeconds,
  type Cohort,
  noAnomalySums,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { CohortWindow } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'

export interface SimulatedView {
  values: Partial<Record<AnomalyDimension, string>>
  sums: AnomalySums
}

/** Values, and how many views of a hundred have them. */
const shares: Partial<Record<AnomalyDimension, readonly number[]>> = {
  country: [40, 20, 15, 10, 8, 5, 2],
  asn: [20, 15, 15, 10, 10, 10, 5, 5, 5, 5],
  cdn: [50, 30, 20],
  player_name: [70, 30],
  operating_system: [30, 30, 20, 15, 5],
  video_title: [20, 15, 10, 10, 10, 10, 5, 5, 5, 5, 5],
}

export interface Planted {
  /** What breaks; other views of the same values are well. */
  kind: 'failures' | 'exits' | 'rebuffering' | 'startup'
  values: Partial<Record<AnomalyDimension, string>>
}

export const dice = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const valueOf = (random: () => number, parts: readonly number[]) => {
  let left = random() * 100
  const place = parts.findIndex((part) => (left -= part) < 0)
  return `v${Math.max(place, 0)}`
}

/** Evenings have four times the views of nights, weekends a third more, and each day differs by a few percent. */
const usualCount = (at: number, mean: number) => {
  const day = Math.floor(at / 86_400)
  const hour = (at % 86_400) / 3_600
  const ofDay = 1 + 0.6 * Math.sin(((hour - 13) / 24) * 2 * Math.PI)
  const ofWeek = (day + 4) % 7 === 0 || (day + 4) % 7 === 6 ? 1.33 : 1
  return mean * ofDay * ofWeek * (1 + 0.04 * normal(dice(day)))
}

/** The same views for the same window. */
export const simulateWindow = (at: number, mean: number, planted?: Planted): SimulatedView[] => {
  const random = dice(at)
  const usual = usualCount(at, mean)
  const count = Math.max(Math.round(usual + Math.sqrt(usual) * normal(random)), 0)
  return Array.from({ length: count }, () => {
    const values: SimulatedView['values'] = {}
    for (const [dimension, parts] of Object.entries(shares))
      values[dimension as AnomalyDimension] = valueOf(random, parts)
    const isIn = Object.entries(planted?.values ?? {}).every(
      ([name, value]) => values[name as AnomalyDimension] === value,
    )
    const broken = isIn ? planted?.kind : undefined
    const isFailed = random() < (broken === 'failures' ? 0.5 : 0.015)
    const isExit = !isFailed && random() < (broken === 'exits' ? 0.5 : 0.03)
    if (isFailed) values.error_type_id = valueOf(random, [60, 30, 10])
    const watched = isExit ? 0 : 30 + 600 * random() ** 2
    const isStalled = random() < (broken === 'rebuffering' ? 0.8 : 0.2)
    const stall = Math.exp(normal(random)) * (broken === 'rebuffering' ? 15 : 1)
    const stalled = isStalled ? Math.min(stall, watched) : 0
    const hasStart = !isExit && !(isFailed && random() < 0.4)
    const startLog = Math.log(broken === 'startup' ? 3_600 : 900) + 0.6 * normal(random)
    const sums: AnomalySums = {
      views: 1,
      failed: Number(isFailed),
      startup_failed: Number(isFailed && !hasStart),
      exits: Number(isExit),
      stalled,
      watched,
      stalled_squares: stalled ** 2,
      stalled_by_watched: stalled * watched,
      watched_squares: watched ** 2,
      starts: Number(hasStart),
      start_logs: hasStart ? startLog : 0,
      start_log_squares: hasStart ? startLog ** 2 : 0,
    }
    return { values, sums }
  })
}

export const isOfCohort = ({ values }: SimulatedView, cohort: Cohort) =>
  cohort === null || values[cohort.dimension] === cohort.value

export const addTo = (total: AnomalySums, one: AnomalySums) => {
  for (const name of anomalySumNames) total[name] += one[name]
}

/** As ClickHouse answers for five minutes. */
export const windowsOf = (at: number, views: readonly SimulatedView[]): CohortWindow[] => {
  const found = new Map<string, CohortWindow>()
  const add = (cohort: Cohort, sums: AnomalySums) => {
    const key = cohort === null ? '' : `${cohort.dimension} ${cohort.value}`
    const own = found.get(key) ?? { at, cohort, sums: { ...noAnomalySums } }
    found.set(key, own)
    addTo(own.sums, sums)
  }
  for (const { values, sums } of views) {
    add(null, sums)
    for (const [dimension, value] of Object.entries(values))
      add({ dimension: dimension as AnomalyDimension, value }, sums)
  }
  return [...found.values()]
}

export const windowSeconds = anomalyWindowSeconds
