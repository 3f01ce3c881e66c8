import type { MonitoringMetricId } from '@playhead/metrics/monitoring.ts'
import { monitoringMetrics } from '@playhead/metrics/monitoring.ts'

interface Row {
  value: string | null
  metricValue: number | null
  viewers: number
}

const timesAudience = 2
/** Quotients of decimals may come out a little smaller. */
const nearly = 1e-9

const sumOf = <Item>(items: readonly Item[], numberOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + numberOf(item), 0)

/** Only of what should be rare is there a share to compare: of failures, exits and waiting. */
const hasShares = (metric: MonitoringMetricId) =>
  monitoringMetrics[metric].unit === 'percentage' && monitoringMetrics[metric].better === 'lower'

/** Values that cause at least twice as much of a metric as they are of the audience, each with how many times as much. */
export const whatIsDifferent = (
  metric: MonitoringMetricId,
  rows: readonly Row[],
): ReadonlyMap<string | null, number> => {
  const caused = ({ metricValue, viewers }: Row) => (metricValue ?? 0) * viewers
  const [allCaused, allViewers] = [sumOf(rows, caused), sumOf(rows, ({ viewers }) => viewers)]
  if (!hasShares(metric) || allCaused === 0) return new Map()
  return new Map(
    rows
      .filter(({ viewers }) => viewers > 0)
      .map((row) => [row.value, caused(row) / allCaused / (row.viewers / allViewers)] as const)
      .filter(([, times]) => times >= timesAudience - nearly),
  )
}
