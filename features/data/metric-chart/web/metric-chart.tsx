import { type ReactNode, useState } from 'react'
import { ChartFrame } from '@playhead/charts/chart-frame.tsx'
import type { ChartSize } from '@playhead/charts/chart-data.ts'
import { ChartTable } from '@playhead/charts/chart-table.tsx'
import { LineChart } from '@playhead/charts/line-chart.tsx'
import type { QuestionState } from '@playhead/features/data/filters/web'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { formatViews } from './chart-format.ts'
import { useChartState } from './chart-state.tsx'
import { useMetricLines } from './use-metric-lines.ts'

export interface MetricChartProps {
  metric: MetricId
  measurement: Measurement
  state: Pick<QuestionState, 'query' | 'resolved'>
  /** The range before as a grey dashed line. */
  showsPrevious?: boolean
  showsAverage?: boolean
  size?: ChartSize
  onSelect?: (startMs: number, endMs: number) => void
  /** Stands at the left of the chart's own head row. */
  title?: ReactNode
}

/** A metric over time as it is asked for in the address. */
export const MetricChart = (props: MetricChartProps) => {
  const { metric, measurement, state, showsPrevious = false, showsAverage = false } = props
  const { size = 'normal' } = props
  const [isTable] = useState(false)
  const asked = useMetricLines({
    metric,
    measurement,
    question: state.query,
    range: state.resolved,
    showsPrevious,
    showsAverage,
  })
  const { lines, isStale } = asked
  const label = metrics[metric].title
  return (
    <ChartFrame state={useChartState(asked)} size={size}>
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
            onSelect={props.onSelect}
          />
        ))}
    </ChartFrame>
  )
}
