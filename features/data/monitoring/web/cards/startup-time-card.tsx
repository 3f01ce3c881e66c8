import { useMemo } from 'react'
import type { ChartColumn, ColumnPart } from '@playhead/charts/columns/prepare-column-chart.ts'
import { ColumnChart } from '@playhead/charts/columns/column-chart.tsx'
import { formatNumber } from '@playhead/domain/format.ts'
import { startupTimeBuckets } from '@playhead/metrics/monitoring.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toneOfMetric, valueParts } from '../data/metric-values.ts'
import { type StartupTimes, startupTimes } from '../data/questions.ts'
import { useMonitoring } from '../data/use-monitoring.ts'
import { clockText } from '../time/clock-text.ts'
import { MonitoredCard } from './monitored-card.tsx'
import { useSlidingNumber } from '@playhead/ui/layout/use-sliding-number.ts'

const question = startupTimes()
const height = 176
const parts: ColumnPart[] = [
  { id: 'starts', label: 'starts', tone: toneOfMetric('video-startup-time') },
]
const format = (value: number | null) => formatNumber(value)

const secondsText = (milliseconds: number) => String(milliseconds / 1_000)

const namesOf = ({ start, end }: (typeof startupTimeBuckets)[number]) => {
  if (end === null)
    return { label: `${secondsText(start)}+`, title: `${secondsText(start)} s or more` }
  const title = `${secondsText(start)} to ${secondsText(end)} s`
  return { label: `<${secondsText(end)}`, title }
}

const Times = ({ median, medianAt, counts }: StartupTimes) => {
  const shown = useSlidingNumber(median)
  const { figure, unit } = valueParts('video-startup-time', shown)
  const columns = useMemo<ChartColumn[]>(
    () =>
      startupTimeBuckets.map((bucket, index) => ({
        id: String(bucket.start),
        ...namesOf(bucket),
        values: [counts[index] ?? 0],
      })),
    [counts],
  )
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl leading-tight font-semibold tracking-tight tabular-nums">
          {figure}
          {unit && (
            <span className="ml-[3px] text-md font-normal tracking-normal text-ink-3">{unit}</span>
          )}
        </span>
        <span className="text-xs text-ink-3">
          median{medianAt !== undefined && `, ${clockText(medianAt / 1_000)}`}
        </span>
      </p>
      <ColumnChart
        label="Startup times of half an hour, in seconds"
        columns={columns}
        parts={parts}
        size="card"
        format={format}
      />
    </>
  )
}

/** How long the views that just started took to show their first frame. */
export const StartupTimeCard = () => {
  const asked = useMonitoring(question)
  return (
    <MonitoredCard title="Startup time" asked={asked} height={height}>
      {(times) =>
        times.counts.some((count) => count > 0) ? (
          <Times {...times} />
        ) : (
          <EmptyState title="No starts">No view started in this half hour.</EmptyState>
        )
      }
    </MonitoredCard>
  )
}
