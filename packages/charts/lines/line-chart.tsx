import { useMemo } from 'react'
import {
  type ChartAlarm,
  type ChartBand,
  type ChartIncident,
  type ChartLevel,
  type ChartMarker,
  type ChartMoment,
  type ChartSeries,
  type ChartSize,
  chartSizes,
} from '../chart-data.ts'
import { ChartLegend } from '../frame/chart-legend.tsx'
import { CursorOverlay } from '../cursor/cursor-overlay.tsx'
import { bandOfIncident, IncidentLinks } from './incident-links.tsx'
import { Lines } from './lines.tsx'
import { MarkerButtons } from './marker-buttons.tsx'
import { prepareLineChart } from './prepare-line-chart.ts'
import { handleSpace, type Threshold, ThresholdHandle } from './threshold-handle.tsx'
import { useWidth } from '../frame/use-width.ts'

export interface LineChartProps {
  label: string
  /** Keep the same array while the data is the same: another array renders the lines again. */
  series: readonly ChartSeries[]
  /** The range of the question, in milliseconds since 1970. */
  from: number
  to: number
  stepMs: number
  size?: ChartSize
  format: (value: number | null) => string
  /** For the row labels, where shorter texts than those of `format` suffice. */
  formatTick?: (value: number) => string
  formatVolume?: (volume: number) => string
  range?: readonly [number, number]
  baseline?: 'zero' | 'data'
  /** The upper limit of values, and so of the axis. */
  highest?: number
  tickUnit?: number
  /** Whole numbers of things that were counted: fewer than five a step are columns. */
  isCount?: boolean
  levels?: readonly ChartLevel[]
  bands?: readonly ChartBand[]
  moments?: readonly ChartMoment[]
  alarm?: ChartAlarm | undefined
  /** A value that can be moved, by pointer and keyboard. */
  threshold?: Threshold | undefined
  markers?: readonly ChartMarker[]
  onMarkers?: (ids: string[]) => void
  incidents?: readonly ChartIncident[] | undefined
  /** METR-020 */
  onSelect?: (startMs: number, endMs: number) => void
  onPoint?: (time: number | undefined) => void
  /** Called for the key A on the focused chart, with the time at the playhead. */
  onAnnotate?: (time: number) => void
  /** The chart shows old data while a request is in flight. */
  isStale?: boolean
  hasLegend?: boolean
}

const none: readonly never[] = []

export const LineChart = (props: LineChartProps) => {
  const { label, series, from, to, stepMs, size = 'normal', format, range } = props
  const { baseline = 'zero', highest, tickUnit = 1, levels = none, markers = none } = props
  const { incidents = none, bands = none, moments = none, alarm, formatTick = format } = props
  const { isCount = false } = props
  const [alarmValue, alarmArea] = [alarm?.value, alarm?.area]
  const [frameRef, width] = useWidth()
  const [bottom, top] = range ?? []
  const rightSpace = props.threshold ? handleSpace(props.threshold) : 0
  const allBands = useMemo(() => [...bands, ...incidents.map(bandOfIncident)], [bands, incidents])
  const plan = useMemo(
    () =>
      prepareLineChart({
        series,
        levels,
        bands: allBands,
        moments,
        alarm:
          alarmValue === undefined || alarmArea === undefined
            ? undefined
            : { value: alarmValue, area: alarmArea },
        from,
        to,
        stepMs,
        size,
        width,
        formatTick,
        range: bottom === undefined || top === undefined ? undefined : [bottom, top],
        baseline,
        highest,
        tickUnit,
        isCount,
        rightSpace,
      }),
    [
      series,
      levels,
      allBands,
      moments,
      alarmValue,
      alarmArea,
      from,
      to,
      stepMs,
      size,
      width,
      formatTick,
      bottom,
      top,
      baseline,
      highest,
      tickUnit,
      isCount,
      rightSpace,
    ],
  )
  const { hasLegend = series.filter(({ tone }) => tone !== 'compare').length > 1 } = props

  return (
    <div className="ph-chart" aria-busy={props.isStale || undefined}>
      <div ref={frameRef} className="ph-chart-frame" style={{ height: chartSizes[size].height }}>
        <Lines plan={plan} />
        <CursorOverlay
          plan={plan}
          label={label}
          format={format}
          formatVolume={props.formatVolume}
          onPoint={props.onPoint}
          onSelect={props.onSelect}
          onAnnotate={props.onAnnotate}
        />
        {props.threshold && <ThresholdHandle plan={plan} threshold={props.threshold} />}
        {incidents.length > 0 && <IncidentLinks plan={plan} incidents={incidents} />}
        <MarkerButtons plan={plan} markers={markers} onMarkers={props.onMarkers} />
      </div>
      {hasLegend && <ChartLegend series={series} />}
    </div>
  )
}
