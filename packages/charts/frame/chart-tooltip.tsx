import type { ReactNode } from 'react'
import type { ChartTone } from '../chart-data.ts'

export interface TooltipRow {
  id: string
  tone: ChartTone | 'level'
  isAgain?: boolean
  value: string
  label: ReactNode
}

interface ChartTooltipProps {
  title: string
  rows: readonly TooltipRow[]
  /** The position of the playhead within the plot. */
  x: number
  plot: { width: number; height: number }
  /** The position of the value; on a narrow chart the tooltip is above or below it. */
  y?: number | undefined
  isNarrow: boolean
}

const gap = 14
const margin = 10

const placeOf = ({ x, plot, isNarrow }: ChartTooltipProps) => {
  if (isNarrow) return `clamp(0px, calc(${x}px - 50%), calc(${plot.width}px - 100%))`
  return x > plot.width / 2 ? `max(0px, calc(${x - gap}px - 100%))` : `${x + gap}px`
}

const heightOf = ({ y, plot, isNarrow }: ChartTooltipProps) =>
  isNarrow && y !== undefined && y < plot.height / 2
    ? `calc(${plot.height - 2 * margin}px - 100%)`
    : '0px'

export const ChartTooltip = (props: ChartTooltipProps) => (
  <div
    className="ph-chart-tooltip"
    style={{ transform: `translate(${placeOf(props)}, ${heightOf(props)})` }}
  >
    <p className="ph-chart-tooltip-title">{props.title}</p>
    {props.rows.map(({ id, tone, isAgain = false, value, label }) => (
      <p key={id} className="ph-chart-tooltip-row">
        <span className="ph-chart-swatch" data-tone={tone} data-again={isAgain || undefined} />
        <strong>{value}</strong>
        <span>{label}</span>
      </p>
    ))}
  </div>
)
