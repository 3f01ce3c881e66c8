import { memo, useId, useMemo } from 'react'
import { type ChartSize, chartSizes } from '../chart-data.ts'
import { ChartLegend } from '../frame/chart-legend.tsx'
import { ChartTooltip } from '../frame/chart-tooltip.tsx'
import {
  type ChartColumn,
  type ChartNow,
  type ColumnChartPlan,
  type ColumnPart,
  prepareColumnChart,
} from './prepare-column-chart.ts'
import { Playhead } from '../cursor/playhead.tsx'
import { sliderRole } from '../cursor/slider-role.ts'
import { useChartCursor } from '../cursor/use-chart-cursor.ts'
import { useWidth } from '../frame/use-width.ts'

interface ColumnChartProps {
  label: string
  /** Keep the same array while the data is the same. */
  columns: readonly ChartColumn[]
  parts: readonly ColumnPart[]
  size?: ChartSize
  format: (value: number | null) => string
  formatTick?: (value: number) => string
  tickUnit?: number
  range?: readonly [number, number]
  /** The first and the last column of a drag selection. */
  onSelect?: (first: number, last: number) => void
  isStale?: boolean
  /** What the bands of columns are, with the word between their ends. */
  bandLabel?: string
  /** What the dashed line is. */
  beforeLabel?: string
  /** Where counted ends and expected begins: the playhead rests there. */
  now?: ChartNow | undefined
}

/** An end near its column stays inside the picture. */
const anchorOf = (x: number, width: number) =>
  x < width / 6 ? 'start' : x > (width * 5) / 6 ? 'end' : 'middle'

const Bands = ({ plan }: { plan: ColumnChartPlan }) => {
  const pattern = useId()
  if (plan.bands.length === 0) return null
  return (
    <g data-tone="compare">
      <pattern
        id={pattern}
        width={5}
        height={5}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line className="ph-chart-hatch" y2={5} />
      </pattern>
      {plan.bands.map(({ key, x, foot, low, high }) => (
        <g key={key}>
          <rect
            className="ph-chart-expected"
            x={x}
            y={low}
            width={plan.barWidth}
            height={Math.max(foot - low, 0)}
          />
          <rect
            x={x}
            y={high}
            width={plan.barWidth}
            height={Math.max(low - high, 0)}
            fill={`url(#${pattern})`}
          />
        </g>
      ))}
    </g>
  )
}

const Columns = memo(function Columns({ plan }: { plan: ColumnChartPlan }) {
  const { width, height, plot } = plan
  return (
    <svg
      className="ph-chart-picture"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <g transform={`translate(${plot.left} ${plot.top})`}>
        {plan.rows.map(({ y, label }) => (
          <g key={y}>
            <line className="ph-chart-grid" x2={plot.width} y1={y} y2={y} />
            <text className="ph-chart-tick" x={-12} y={y} dy="0.34em" textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {plan.bars.map((bar) => (
          <g key={bar.key} data-tone={bar.tone} data-open={bar.isOpen || undefined}>
            <rect
              className="ph-chart-column"
              x={bar.x}
              y={bar.y}
              width={plan.barWidth}
              height={bar.height}
            />
          </g>
        ))}
        <Bands plan={plan} />
        {plan.before !== '' && (
          <g data-tone="compare">
            <polyline className="ph-chart-line" points={plan.before} />
          </g>
        )}
        {plan.marks.map(({ key, text, x, y }) => (
          <text
            key={key}
            className="ph-chart-mark"
            x={x}
            y={y}
            textAnchor={anchorOf(x, plot.width)}
          >
            {text}
          </text>
        ))}
        {plan.labels.map(({ id, label, x }) => (
          <text key={id} className="ph-chart-tick" x={x} y={plot.height + 20} textAnchor="middle">
            {label}
          </text>
        ))}
      </g>
    </svg>
  )
})

type Extra = Pick<ColumnChartProps, 'bandLabel' | 'beforeLabel' | 'format'>

/** What a column says beyond its parts: what is expected, and what it was before. */
const extraRows = (
  { band, before }: ChartColumn,
  { bandLabel, beforeLabel, format }: Extra,
): { id: string; tone: 'compare'; value: string; label: string }[] => {
  const rows = []
  if (band && bandLabel !== undefined) {
    const [low, high] = [format(band.low), format(band.high)]
    const value = low === high ? low : `${low} to ${high}`
    rows.push({ id: 'band', tone: 'compare' as const, value, label: bandLabel })
  }
  if (before !== undefined && beforeLabel !== undefined)
    rows.push({ id: 'before', tone: 'compare' as const, value: format(before), label: beforeLabel })
  return rows
}

/** Counts by range or by step: one column each, plain or stacked. */
export const ColumnChart = (props: ColumnChartProps) => {
  const { label, columns, parts, size = 'normal', format, formatTick = format } = props
  const { tickUnit = 1, range, bandLabel, beforeLabel, now } = props
  const [frameRef, width] = useWidth()
  const [bottom, top] = range ?? []
  const plan = useMemo(
    () =>
      prepareColumnChart({
        columns,
        parts,
        size,
        width,
        formatTick,
        tickUnit,
        range: bottom === undefined || top === undefined ? undefined : [bottom, top],
        now,
      }),
    [columns, parts, size, width, formatTick, tickUnit, bottom, top, now],
  )
  const { plot } = plan
  const { index, selection, handlers } = useChartCursor({
    count: columns.length,
    indexAt: plan.indexAt,
    onSelect: props.onSelect,
  })
  const shown = index === undefined ? undefined : columns[index]
  const rows = shown && [
    ...parts.map(({ id, tone, label: name }, order) => ({
      id,
      tone,
      value: format(shown.values[order] ?? null),
      label: name,
    })),
    ...extraRows(shown, { bandLabel, beforeLabel, format }),
  ]
  const [first, last] = selection ?? [index, index]
  const title = shown && (shown.title ?? shown.label)
  const text =
    rows && `${title}: ${rows.map(({ value, label: name }) => `${value}, ${name}`).join('; ')}`

  return (
    <div className="ph-chart" aria-busy={props.isStale || undefined}>
      <div ref={frameRef} className="ph-chart-frame" style={{ height: chartSizes[size].height }}>
        <Columns plan={plan} />
        <div
          className="ph-chart-plot"
          style={{ left: plot.left, top: plot.top, width: plot.width, height: plot.height }}
          {...sliderRole}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.max(columns.length - 1, 0)}
          aria-valuenow={index ?? 0}
          aria-valuetext={text ?? `${columns.length} columns`}
          {...handlers}
        >
          {plan.now !== undefined && <Playhead x={plan.now} />}
          {first !== undefined && last !== undefined && (
            <div
              className="ph-chart-selection"
              data-quiet={selection ? undefined : true}
              style={{
                transform: `translateX(${plan.leftOf(first)}px)`,
                width: plan.leftOf(last) - plan.leftOf(first) + plan.barWidth,
              }}
            />
          )}
          {rows && title !== undefined && index !== undefined && (
            <ChartTooltip
              title={title}
              rows={rows}
              x={plan.leftOf(index) + plan.barWidth / 2}
              y={plan.topOf(index)}
              plot={plot}
              isNarrow={plan.isNarrow}
            />
          )}
        </div>
      </div>
      {(parts.length > 1 || beforeLabel !== undefined) && (
        <ChartLegend
          series={[
            ...parts,
            ...(beforeLabel === undefined
              ? []
              : [
                  {
                    id: 'before',
                    label: beforeLabel,
                    tone: 'compare' as const,
                    kind: 'line' as const,
                  },
                ]),
            ...(bandLabel === undefined || plan.bands.length === 0
              ? []
              : [
                  { id: 'band', label: bandLabel, tone: 'compare' as const, kind: 'band' as const },
                ]),
          ]}
        />
      )}
    </div>
  )
}
