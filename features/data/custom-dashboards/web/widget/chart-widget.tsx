import { useMemo, useRef, useState } from 'react'
import type { ChartSeries } from '@playhead/charts/chart-data.ts'
import { chartCsv } from '@playhead/charts/downloads/chart-file.ts'
import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { ChartMenu } from '@playhead/charts/frame/chart-menu.tsx'
import { ChartTable } from '@playhead/charts/chart-table.tsx'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { stretchLabel } from '@playhead/charts/axes/time-axis.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { chartFormatOf, formatViews } from '@playhead/question-kit/charts/chart-format.ts'
import { useChartState } from '@playhead/question-kit/charts/chart-state.tsx'
import { selectedTimeframe } from '@playhead/question-kit/charts/previous-question.ts'
import { type Timeseries, useTimeseries } from '@playhead/question-kit/charts/use-timeseries.ts'
import { useMediaQuery } from '@playhead/ui/layout/use-media-query.ts'
import { comparisonOf, shiftMsOf } from './comparison.ts'
import { useWidgetQuestion } from './use-widget-data.ts'
import type { WidgetBodyProps } from './widget-body.tsx'
import { measurementOf, metricOfWidget, type WidgetFields } from './widget-question.ts'

interface Given {
  widget: WidgetFields
  timeseries: Timeseries
  before: Timeseries | undefined
  comparisonDays: number | undefined
}

const pictureOf = ({ widget, timeseries, before, comparisonDays }: Given) => {
  const metric = metricOfWidget(widget.metric)
  const series: ChartSeries[] = [
    { id: metric, label: metrics[metric].title, tone: 1, points: timeseries.points },
  ]
  if (before && comparisonDays !== undefined) {
    const shiftMs = shiftMsOf(comparisonDays)
    const points = before.points.map((point) => ({ ...point, time: point.time + shiftMs }))
    const label = comparisonOf(comparisonDays)?.versus ?? ''
    series.push({ id: 'before', label, tone: 'compare', points })
  }
  const values = series.flatMap(({ points }) => points.map(({ value }) => value ?? 0))
  return {
    series,
    from: timeseries.from,
    to: timeseries.to,
    stepMs: timeseries.stepMs,
    hasValues: timeseries.points.some(({ value }) => value !== null),
    levels: [],
    ...chartFormatOf(metric, measurementOf(widget), Math.max(0, ...values), {
      isApproximate: timeseries.isApproximate || before?.isApproximate === true,
    }),
  }
}

/** A metric over time; while a new request is in flight, the previous lines stay visible. */
export const ChartWidget = (props: WidgetBodyProps) => {
  const { widget, state, comparisonDays, isTall = false, menuTitle } = props
  const holder = useRef<HTMLDivElement>(null)
  const [isTable, setTable] = useState(false)
  const question = useWidgetQuestion(widget, state, comparisonDays)
  const metric = metricOfWidget(widget.metric)
  const measurement = measurementOf(widget)
  const current = useTimeseries(metric, measurement, question.current)
  const isCompared = question.before !== undefined
  const compared = useTimeseries(metric, measurement, question.before ?? question.current, {
    isEnabled: isCompared,
  })
  const isWaiting = isCompared && compared.isPending && compared.failureCount === 0
  const timeseries = current.data
  const before = isCompared ? compared.data : undefined
  const fresh = useMemo(
    () =>
      timeseries && !isWaiting
        ? pictureOf({ widget, timeseries, before, comparisonDays })
        : undefined,
    [widget, timeseries, before, comparisonDays, isWaiting],
  )
  const [kept, setKept] = useState(fresh)
  if (fresh && fresh !== kept) setKept(fresh)
  const lines = current.isError && !timeseries ? undefined : (fresh ?? kept)
  const chartState = useChartState({
    lines,
    error: timeseries ? null : current.error,
    isRetrying: current.isFetching,
    retry: () => void current.refetch(),
  })
  const isPhone = useMediaQuery('(width < 600px)')
  const size = isTall && !isPhone ? 'tall' : 'small'
  const label = metrics[metric].title
  return (
    <div ref={holder}>
      {menuTitle !== undefined && (
        <div className="absolute top-2 right-2">
          <ChartMenu
            title={menuTitle}
            detail={lines && stretchLabel(lines.from, lines.to, lines)}
            series={lines?.series}
            holder={holder}
            span={lines ?? { from: state.resolved.startMs, to: state.resolved.endMs }}
            isTable={isTable}
            onTable={setTable}
            csv={lines && (() => chartCsv(lines.series))}
            isEmpty={chartState.kind !== 'ready'}
          />
        </div>
      )}
      <ChartFrame state={chartState} size={size}>
        {lines &&
          (isTable && menuTitle !== undefined ? (
            <ChartTable {...lines} label={label} size={size} formatVolume={formatViews} />
          ) : (
            <LineChart
              {...lines}
              label={label}
              size={size}
              formatVolume={formatViews}
              isStale={fresh === undefined}
              // METR-020: dragging selects the drawn range as the new timeframe.
              onSelect={(startMs, endMs) => state.setTimeframe(selectedTimeframe(startMs, endMs))}
            />
          ))}
      </ChartFrame>
    </div>
  )
}
