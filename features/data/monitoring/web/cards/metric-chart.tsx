import { useMemo } from 'react'
import type { ChartSeries, ChartSize } from '@playhead/charts/chart-data.ts'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { formatNumber } from '@playhead/domain/format.ts'
import { useChartIncidents } from '@playhead/question-kit/charts/chart-incidents.tsx'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import {
  cardTitles,
  chartFormatOf,
  type MonitoringMetricId,
  toneOfMetric,
} from '../data/metric-values.ts'
import { useMonitoringView } from '../data/monitoring-view.ts'
import type { MonitoringPoint } from '../data/questions.ts'
import type { Monitored } from '../data/use-monitoring.ts'
import { useMonitoringLinks } from '../use-monitoring-links.ts'

const stepMs = 5_000

const formatVolume = (viewers: number) =>
  `${formatNumber(viewers)} ${viewers === 1 ? 'viewer' : 'viewers'}`

interface MetricChartProps {
  metric: MonitoringMetricId
  asked: Monitored<MonitoringPoint[]>
  points: MonitoringPoint[]
  size: ChartSize
}

/** Half an hour of a metric; a selected stretch leads to the same stretch of ended views. */
export const MetricChart = ({ metric, asked, points, size }: MetricChartProps) => {
  const navigate = useNavigate()
  const { toMetrics } = useMonitoringLinks()
  const series = useMemo<ChartSeries[]>(
    () => [{ id: metric, label: cardTitles[metric], tone: toneOfMetric(metric), points }],
    [metric, points],
  )
  const format = useMemo(() => chartFormatOf(metric), [metric])
  const [start = 0, end = 0] = asked.timeframe ?? []
  const { shown } = useMonitoringView()
  const { incidents, finder } = useChartIncidents({
    metric,
    from: start * 1_000,
    to: end * 1_000,
    isLive: shown.kind === 'live',
  })
  const isAudience = metric === 'current-concurrent-viewers'
  return (
    <>
      <LineChart
        label={`${cardTitles[metric]} over half an hour`}
        series={series}
        from={start * 1_000}
        to={end * 1_000}
        stepMs={stepMs}
        size={size}
        {...format}
        {...(!isAudience && { formatVolume })}
        isStale={asked.isStale}
        incidents={incidents}
        onSelect={(from, to) => navigate(toMetrics(metric, from / 1_000, to / 1_000))}
      />
      {finder}
    </>
  )
}
