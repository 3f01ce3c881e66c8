import type { ReactNode } from 'react'
import type { ChartTone } from './chart-data.ts'

export interface TooltipRow {
  id: string
  tone: ChartTone | 'level'
  value: string
  label: ReactNode
}

interface ChartTooltipProps {
  title: string
  rows: readonly TooltipRow[]
  /** Of the playhead, within the plot. */
  x: number
  plotWidth: number
  isNarrow: boolean
}

const gap = 14

const placeOf = ({ x, plotWidth, isNarrow }: ChartTooltipProps) => {
  if (isNarrow) return `clamp(0px, calc(${x}px - 50%), calc(${plotWidth}px - 100%))`
  return x > plotWidth / 2 ? `max(0px, calc(${x - gap}px - 100%))` : `${x + gap}px`
}

export const ChartTooltip = (props: ChartTooltipProps) => (
  <div className="ph-chart-tooltip" style={{ transform: `translate(${placeOf(props)}, 0)` }}>
    <p className="ph-chart-tooltip-title">{props.title}</p>
    {props.rows.map(({ id, tone, value, label }) => (
      <p key={id} className="ph-chart-tooltip-row">
        <span className="ph-chart-swatch" data-tone={tone} />
        <strong>{value}</strong>
        <span>{label}</span>
      </p>
    ))}
  </div>
)
