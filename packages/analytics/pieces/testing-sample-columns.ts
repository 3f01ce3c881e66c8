import { dimensions } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { columnsOf } from '../insights/ask-insights.ts'

const ofTheRow: readonly string[] = [
  'environment_id',
  'view_id',
  'view_start',
  'view_end',
  'version',
  'is_deleted',
  'retention_days',
]

/** The columns of a view that a question can read, in the order of the table: views_sample has these. */
export const listSampleColumns = (): ViewColumn[] => {
  const ofMetrics = Object.values(metrics as Record<string, Metric>).flatMap((metric) => [
    ...Object.values(metric.measurements).flatMap((formula) => [...columnsOf(formula)]),
    metric.filterColumn ?? '',
  ])
  const asked = new Set<string>([
    ...ofTheRow,
    ...Object.values(dimensions).map(({ column }) => column),
    ...ofMetrics,
    // Totals and shares.
    'watch_time',
    'playing_time',
    'viewer_id',
  ])
  return (Object.keys(viewColumns) as ViewColumn[]).filter((column) => asked.has(column))
}
