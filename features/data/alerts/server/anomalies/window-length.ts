import {
  addedAnomalySums,
  type AnomalySums,
  anomalyWindowSeconds,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { CohortWindow } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import { keyOfCohort } from './usual-values.ts'

/** A window is judged every five minutes; that of a small audience reaches over several of them. */
const lengths = [1, 3, 6] as const
export const windowsMax = Math.max(...lengths)
/** How many views of the whole environment make a window long enough: a third of them are the least of a value. */
const enoughViews = 75

/** In windows of five minutes, from what all views usually are in them. */
export const windowLengthOf = (usualViews: readonly number[]): number => {
  const mean = usualViews.reduce((sum, views) => sum + views, 0) / Math.max(usualViews.length, 1)
  return lengths.find((length) => mean * length >= enoughViews) ?? windowsMax
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
