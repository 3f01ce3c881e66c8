import { monitoringMetricIds, monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import { listNamed } from './list-named.ts'

export const listMetrics = listNamed(
  monitoringMetricIds.map((name) => ({ name, display_name: monitoringMetrics[name].title })),
)
