import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { monitoring } from '../contract.ts'
import { BreakdownCard } from './cards/breakdown-card.tsx'
import { MetricChart } from './cards/metric-chart.tsx'
import { MetricFigure, newestValue } from './cards/metric-figure.tsx'
import { cardTitles, isCardMetric, type MonitoringMetricId } from './data/metric-values.ts'
import { useMonitoringView } from './data/monitoring-view.ts'
import { isMonitoringDimension, type MonitoringDimensionId, timeSeries } from './data/questions.ts'
import { useMonitoring } from './data/use-monitoring.ts'
import { MonitoringFrame } from './monitoring-frame.tsx'
import { NobodyWatching } from './nobody-watching.tsx'
import { SpokenSummary } from './spoken-summary.tsx'
import { useMonitoringLinks } from './use-monitoring-links.ts'

/** What most often differs comes first; dimensions that are not in this list follow it. */
const cardOrder: readonly string[] = [
  'country',
  'region',
  'asn',
  'cdn',
  'platform',
  'operating_system',
  'player_name',
  'stream_type',
  'video_title',
  'video_series',
  'video_id',
  'sub_property_id',
  'view_has_ad',
] satisfies MonitoringDimensionId[]

const placeOf = (dimension: string) => {
  const place = cardOrder.indexOf(dimension)
  return place < 0 ? cardOrder.length : place
}

/** MONI-024 */
const useDimensionCards = () => {
  const asked = useQuery({
    ...query(monitoring.listDimensions, {}, { quiet: true }),
    staleTime: Infinity,
  })
  const cards = useMemo(
    () =>
      (asked.data?.data ?? [])
        .flatMap(({ name, displayName }) =>
          isMonitoringDimension(name) ? [{ dimension: name, title: displayName }] : [],
        )
        .toSorted((one, other) => placeOf(one.dimension) - placeOf(other.dimension)),
    [asked.data],
  )
  return { asked, cards }
}

const Breakdowns = ({ metric }: { metric: MonitoringMetricId }) => {
  const { asked, cards } = useDimensionCards()
  if (asked.isError)
    return (
      <Card>
        <FailedState
          message={asked.error.message}
          onRetry={() => void asked.refetch()}
          isRetrying={asked.isFetching}
        />
      </Card>
    )
  return (
    <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {cards.map((card) => (
        <BreakdownCard key={card.dimension} metric={metric} {...card} />
      ))}
    </div>
  )
}

const Content = ({ metric }: { metric: MonitoringMetricId }) => {
  const { shown } = useMonitoringView()
  const question = useMemo(() => timeSeries(metric), [metric])
  const asked = useMonitoring(question)
  const { data, error } = asked
  const value = data && newestValue(metric, data)
  const readValues = useCallback(() => new Map([[metric, value]]), [metric, value])
  if (data?.every(({ volume }) => volume === 0))
    return <NobodyWatching isLive={shown.kind === 'live'} />
  return (
    <>
      <Card>
        <MetricFigure metric={metric} points={data} isLarge />
        <ChartFrame
          state={
            data
              ? { kind: 'ready' }
              : error
                ? {
                    kind: 'failed',
                    message: error.message,
                    onRetry: asked.retry,
                    isRetrying: asked.isRetrying,
                  }
                : { kind: 'loading' }
          }
        >
          {data && <MetricChart metric={metric} asked={asked} points={data} size="normal" />}
        </ChartFrame>
      </Card>
      <Breakdowns metric={metric} />
      {shown.kind === 'live' && <SpokenSummary values={readValues} />}
    </>
  )
}

/** MONI-003: one screen for six addresses, which name the metric. */
export const Screen = () => {
  const name = useLocation().pathname.split('/').at(-1) ?? ''
  const { toScreen } = useMonitoringLinks()
  const metric = isCardMetric(name) ? name : 'current-concurrent-viewers'
  return (
    <MonitoringFrame
      key={metric}
      title={cardTitles[metric]}
      description={monitoringMetrics[metric].description}
      breadcrumbs={[{ label: 'Monitoring', href: toScreen() }]}
    >
      <Content metric={metric} />
    </MonitoringFrame>
  )
}
