import { type ReactNode, useMemo, useRef, useState } from 'react'
import { ChartFrame } from '@playhead/charts/chart-frame.tsx'
import { chartCsv } from '@playhead/charts/chart-file.ts'
import { ChartHead } from '@playhead/charts/chart-head.tsx'
import { ChartMenu } from '@playhead/charts/chart-menu.tsx'
import type { ChartMarker, ChartSize } from '@playhead/charts/chart-data.ts'
import { ChartTable } from '@playhead/charts/chart-table.tsx'
import { LineChart } from '@playhead/charts/line-chart.tsx'
import { stretchLabel } from '@playhead/charts/time-axis.ts'
import { useAnnotationDialogs, useAnnotations } from '@playhead/features/data/annotations/web'
import type { QuestionState } from '@playhead/features/data/filters/web'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { MenuItem } from '@playhead/ui/menu-popover.tsx'
import { formatViews } from './chart-format.ts'
import { useChartState } from './chart-state.tsx'
import { type LineComparison, useMetricLines } from './use-metric-lines.ts'

export interface MetricChartProps {
  metric: MetricId
  measurement: Measurement
  state: Pick<QuestionState, 'query' | 'resolved'>
  /** The range before as a grey dashed line. */
  showsPrevious?: boolean
  /** Another range in its place. */
  comparison?: LineComparison | undefined
  /** METR-025 */
  showsAverage?: boolean
  /** Left out, the chart has nothing to do with annotations. METR-019 */
  annotations?: { isShown: boolean }
  size?: ChartSize
  onSelect?: (startMs: number, endMs: number) => void
  /** Above what the menu of every chart has, such as "Why?". */
  menuEntries?: readonly MenuItem[]
  /** What it is called where the name of the metric does not tell it from another chart. */
  label?: string
  /** Stands at the left of the chart's head row. */
  title?: ReactNode
  /** Stands at its right, before the menu. */
  actions?: ReactNode
}

const none: readonly ChartMarker[] = []

/** A metric over time as it is asked for in the address. */
export const MetricChart = (props: MetricChartProps) => {
  const { metric, measurement, state, showsPrevious = false, showsAverage = false } = props
  const { annotations, size = 'normal', menuEntries = [] } = props
  const [isTable, setTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const asked = useMetricLines({
    metric,
    measurement,
    question: state.query,
    range: state.resolved,
    showsPrevious,
    comparison: props.comparison,
    showsAverage,
  })
  const { lines, isStale } = asked
  const chartState = useChartState(asked)

  const hasMarkers = annotations?.isShown === true
  const { list } = useAnnotations(state.query.timeframe, { isEnabled: hasMarkers })
  const markers = useMemo(
    () => (hasMarkers ? list.map(({ id, time, note }) => ({ id, time, label: note })) : none),
    [hasMarkers, list],
  )
  const dialogs = useAnnotationDialogs(list)

  const label = props.label ?? metrics[metric].title
  const entries: MenuItem[] = [
    ...menuEntries,
    ...(annotations && lines
      ? [{ id: 'annotate', label: 'Add annotation', onSelect: () => dialogs.add(lines.to) }]
      : []),
  ]
  return (
    <div ref={holder}>
      <ChartHead title={props.title} actions={props.actions}>
        <ChartMenu
          title={label}
          detail={lines && stretchLabel(lines.from, lines.to, lines)}
          series={lines?.series}
          holder={holder}
          span={lines ?? { from: state.resolved.startMs, to: state.resolved.endMs }}
          isTable={isTable}
          onTable={setTable}
          csv={lines && (() => chartCsv(lines.series))}
          entries={entries}
          isEmpty={chartState.kind !== 'ready'}
        />
      </ChartHead>
      <ChartFrame state={chartState} size={size}>
        {lines &&
          (isTable ? (
            <ChartTable {...lines} label={label} size={size} formatVolume={formatViews} />
          ) : (
            <LineChart
              {...lines}
              label={label}
              size={size}
              formatVolume={formatViews}
              isStale={isStale}
              markers={markers}
              onMarkers={dialogs.show}
              onSelect={props.onSelect}
              onAnnotate={annotations && dialogs.add}
            />
          ))}
      </ChartFrame>
      {annotations && dialogs.dialogs}
    </div>
  )
}
