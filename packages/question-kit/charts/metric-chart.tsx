import { type ReactNode, useRef, useState } from 'react'
import type { ChartMarker, ChartSize } from '@playhead/charts/chart-data.ts'
import { chartCsv } from '@playhead/charts/downloads/chart-file.ts'
import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { ChartLegend } from '@playhead/charts/frame/chart-legend.tsx'
import { ChartHead } from '@playhead/charts/frame/chart-head.tsx'
import { ChartMenu } from '@playhead/charts/frame/chart-menu.tsx'
import { ChartTable } from '@playhead/charts/chart-table.tsx'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { stretchLabel } from '@playhead/charts/axes/time-axis.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { MenuItem } from '@playhead/ui/menus/menu-popover.tsx'
import type { Widened } from '../question/wider-question.tsx'
import type { QuestionState } from '../question/use-question.ts'
import { formatViews } from './chart-format.ts'
import { useChartIncidents } from './chart-incidents.tsx'
import { useChartState } from './chart-state.tsx'
import { type LineComparison, useMetricLines } from './use-metric-lines.ts'
import type { Preview } from './use-preview.ts'

/** The notes of the chart, and functions to show and add one. METR-019 */
export interface ChartAnnotations {
  markers: readonly ChartMarker[]
  show: (ids: readonly string[]) => void
  add: (timeMs: number) => void
  dialogs: ReactNode
}

export interface MetricChartProps {
  metric: MetricId
  measurement: Measurement
  state: Pick<QuestionState, 'query' | 'resolved'>
  /** The question that the chart offers to widen while it is empty. */
  widens?: Widened
  /** Adds the previous range as a grey dashed line. */
  showsPrevious?: boolean
  /** Another range to compare with, instead of the previous one. */
  comparison?: LineComparison | undefined
  /** METR-025 */
  showsAverage?: boolean
  /** A value whose line is added while it is looked at. */
  preview?: Preview | undefined
  annotations?: ChartAnnotations
  /** Marks the incidents of the metric. */
  showsIncidents?: boolean
  size?: ChartSize
  onSelect?: (startMs: number, endMs: number) => void
  /** Shown above the standard entries of the chart menu, such as "Why?". */
  menuEntries?: readonly MenuItem[]
  /** For charts whose metric name would not be unique on the screen. */
  label?: string
  /** At the left of the chart's head row. */
  title?: ReactNode
  /** At the right of the head row, before the menu. */
  actions?: ReactNode
}

/** The chart of a metric over time, for the question of the URL. */
export const MetricChart = (props: MetricChartProps) => {
  const { metric, measurement, state, showsPrevious = false, showsAverage = false } = props
  const { annotations, showsIncidents = false, size = 'normal', menuEntries = [] } = props
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
    preview: props.preview,
  })
  const { lines, isStale } = asked
  const chartState = useChartState({ ...asked, widens: props.widens })
  const { incidents, finder } = useChartIncidents(
    showsIncidents && lines ? { metric, from: lines.from, to: lines.to } : undefined,
  )

  // Below the chart a legend would move the rows away from the pointer that looks at one of them.
  const isPreviewed = lines?.series.some(({ id }) => id === 'preview') === true
  const label = props.label ?? metrics[metric].title
  const entries: MenuItem[] = [
    ...menuEntries,
    ...(annotations && lines
      ? [{ id: 'annotate', label: 'Add annotation', onSelect: () => annotations.add(lines.to) }]
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
            <div className="relative">
              <LineChart
                {...lines}
                label={label}
                size={size}
                formatVolume={formatViews}
                isStale={isStale}
                markers={annotations?.markers}
                onMarkers={annotations?.show}
                incidents={incidents}
                onSelect={props.onSelect}
                onAnnotate={annotations?.add}
                hasLegend={isPreviewed ? false : undefined}
              />
              {isPreviewed && (
                <div className="ph-chart-preview">
                  <ChartLegend series={lines.series} />
                </div>
              )}
            </div>
          ))}
      </ChartFrame>
      {finder}
      {annotations?.dialogs}
    </div>
  )
}
