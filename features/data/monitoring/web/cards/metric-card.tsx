import { useEffect, useId, useMemo } from 'react'
import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { cardTitles, type MonitoringMetricId } from '../data/metric-values.ts'
import { timeSeries } from '../data/questions.ts'
import { useMonitoring } from '../data/use-monitoring.ts'
import { useMonitoringLinks } from '../use-monitoring-links.ts'
import { MetricChart } from './metric-chart.tsx'
import { MetricFigure, newestValue } from './metric-figure.tsx'

interface MetricCardProps {
  metric: MonitoringMetricId
  /** Called with each newest value, for what is read aloud. */
  onValue: (metric: MonitoringMetricId, value: number | null | undefined) => void
}

/** MONI-001, MONI-004 */
export const MetricCard = ({ metric, onValue }: MetricCardProps) => {
  const id = useId()
  const question = useMemo(() => timeSeries(metric), [metric])
  const asked = useMonitoring(question)
  const { toScreen } = useMonitoringLinks()
  const { data, error } = asked
  const value = data && newestValue(metric, data)
  useEffect(() => onValue(metric, value), [onValue, metric, value])
  return (
    <section className="ph-card px-4 pt-3 pb-1" aria-labelledby={id}>
      <h2 id={id} className="text-sm font-medium text-ink-2">
        <Link kind="plain" href={toScreen(metric)} className="hover:text-ink">
          {cardTitles[metric]}
        </Link>
      </h2>
      {data === undefined && error ? (
        <FailedState message={error.message} onRetry={asked.retry} isRetrying={asked.isRetrying} />
      ) : (
        <>
          <MetricFigure metric={metric} points={data} />
          <ChartFrame state={{ kind: data ? 'ready' : 'loading' }} size="card">
            {data && <MetricChart metric={metric} asked={asked} points={data} size="card" />}
          </ChartFrame>
        </>
      )}
    </section>
  )
}
