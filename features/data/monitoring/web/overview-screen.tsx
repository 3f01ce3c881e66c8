import { useCallback, useRef } from 'react'
import { CountryCard } from './cards/country-card.tsx'
import { MetricCard } from './cards/metric-card.tsx'
import { StartupTimeCard } from './cards/startup-time-card.tsx'
import { TopTitlesCard } from './cards/top-titles-card.tsx'
import { cardMetrics, type MonitoringMetricId } from './data/metric-values.ts'
import { useMonitoringView } from './data/monitoring-view.ts'
import { timeSeries } from './data/questions.ts'
import { useMonitoring } from './data/use-monitoring.ts'
import { MonitoringFrame } from './monitoring-frame.tsx'
import { NobodyWatching } from './nobody-watching.tsx'
import { SpokenSummary } from './spoken-summary.tsx'

const audience = timeSeries('current-concurrent-viewers')

const Cards = () => {
  const { shown } = useMonitoringView()
  const { data } = useMonitoring(audience)
  const values = useRef(new Map<MonitoringMetricId, number | null | undefined>())
  const readValues = useCallback(() => values.current, [])
  const onValue = useCallback((metric: MonitoringMetricId, value: number | null | undefined) => {
    values.current.set(metric, value)
  }, [])
  const isEmpty = data !== undefined && data.every(({ volume }) => volume === 0)
  if (isEmpty) return <NobodyWatching isLive={shown.kind === 'live'} />
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {cardMetrics.map((metric) => (
          <MetricCard key={metric} metric={metric} onValue={onValue} />
        ))}
      </div>
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]">
        <TopTitlesCard />
        <div className="grid max-xl:order-first max-xl:col-span-full">
          <CountryCard />
        </div>
        <StartupTimeCard />
      </div>
      {shown.kind === 'live' && <SpokenSummary values={readValues} />}
    </>
  )
}

/** MONI-001 */
export const Screen = () => (
  <MonitoringFrame title="Monitoring">
    <Cards />
  </MonitoringFrame>
)
