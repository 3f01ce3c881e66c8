import {
  addedAnomalySums,
  type AnomalySums,
  anomalyWindowSeconds,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { CohortWindow } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import { keyOfCohort } from './usual-values.ts'

/** A window is judged every five minutes; that of a small audience reaches over several of them. */
const longestWindow = 12
/**
 * How many views of the whole environment make a window long enough. The least of a value are a third of five minutes, which
 * find fast, and an eighth of what takes longer: a country, say.
 */
const lengths = [
  { length: 1, enoughViews: 75 },
  { length: 6, enoughViews: 200 },
] as const
export const windowsMax = longestWindow

/** In windows of five minutes, from what all views usually are in them. */
export const windowLengthOf = (usualViews: readonly number[]): number => {
  const mean = usualViews.reduce((sum, views) => sum + views, 0) / Math.max(usualViews.length, 1)
  const enough = lengths.find(({ length, enoughViews }) => mean * length >= enoughViews)
  return enough?.length ?? longestWindow
}

/** The windows that start at these times and the ones before them, added up; a cohort without views has no window. */
export const longerWindows = (
  windows: readonly CohortWindow[],
  ats: readonly number[],
  length: number,
): CohortWindow[] => {
  const byCohort = groupBy(windows, ({ cohort }) => keyOfCohort(cohort))
  return [...byCohort.values()].flatMap((own) => {
    const byTime = new Map<number, AnomalySums>(own.map(({ at, sums }) => [at, sums]))
    return ats.flatMap((at) => {
      const parts = Array.from({ length }, (_, index) =>
        byTime.get(at - index * anomalyWindowSeconds),
      ).filter((sums) => sums !== undefined)
      if (parts.length === 0) return []
      return [{ at, cohort: own[0]!.cohort, sums: addedAnomalySums(parts) }]
    })
  })
}
