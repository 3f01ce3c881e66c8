import type { MonitoringRow } from '@playhead/analytics/monitoring/rank-rows.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { displayValue } from './display-value.ts'

export const presentRow = (dimension: MonitoringDimensionId, row: MonitoringRow) => ({
  value: row.value,
  display_value: displayValue(dimension, row),
  metric_value: row.metricValue,
  concurrent_viewers: row.viewers,
  starting_up_viewers: row.startingUp,
  negative_impact: row.negativeImpact,
})
