import { type SecondsRange } from '@playhead/analytics/anomalies/anomaly-columns.sql.ts'
import { anomalyWindowSeconds } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { askAnomalySeries } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import type { Tenant } from '@playhead/analytics/question/tenant.ts'
import type { AnomalyMeasure } from '../../anomalies-contract.ts'
import { judgedValue, measuredValue } from './anomaly-measures.ts'
import { cohortOfKey } from './usual-values.ts'
import { longerWindows } from './window-length.ts'

interface Series {
  measure: AnomalyMeasure
  cohortKey: string
  /** In windows of five minutes. */
  length: number
}

/** Every window of a cause that starts in a range, as it is judged, in the unit of the metric. */
export const anomalySeries = async (
  tenant: Tenant,
  { from, until }: SecondsRange,
  { measure, cohortKey, length }: Series,
) => {
  const cohort = cohortOfKey(cohortKey)
  const first = Math.floor(from / anomalyWindowSeconds) * anomalyWindowSeconds
  const rows = await askAnomalySeries(
    tenant,
    { from: first - (length - 1) * anomalyWindowSeconds, until },
    cohort,
  )
  const count = Math.ceil((until - first) / anomalyWindowSeconds)
  const ats = Array.from({ length: count }, (_, index) => first + index * anomalyWindowSeconds)
  const windows = longerWindows(
    rows.map((row) => ({ ...row, cohort })),
    ats,
    length,
  )
  return windows.map(({ at, sums }) => {
    const value = judgedValue(measure, sums)
    return { time: at, metric_value: value === null ? null : measuredValue(measure, value) }
  })
}
