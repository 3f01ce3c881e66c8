import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { memo } from 'react'
import type { ChartTone } from './chart-data.ts'

interface SparklineProps {
  /** What the line says, in words: it has no axes. */
  label: string
  values: readonly (number | null)[]
  tone?: ChartTone
  height?: number
  /** Whether its foot is zero, or the lowest value. */
  baseline?: 'zero' | 'data'
}

/** Stretched to the width it is given; strokes stay as thick as they are. */
const width = 100
const edge = 2

/** The shape of a series beside its number. */
export const Sparkline = memo(function Sparkline(props: SparklineProps) {
  const { label, values, tone = 1, height = 36, baseline = 'data' } = props
  const [low = 0, high = 0] = extent(values.filter((value) => value !== null))
  const foot = baseline === 'zero' ? Math.min(0, low) : low
  const top = high > foot ? high : foot + 1
  const x = scaleLinear()
    .domain([0, Math.max(values.length - 1, 1)])
    .range([0, width])
  const y = scaleLinear()
    .domain([foot, top])
    .range([height - edge, edge])
  const isKnown = (value: number | null) => value !== null
  const atX = (_: number | null, index: number) => x(index)
  const atY = (value: number | null) => y(value ?? 0)
  return (
    <svg
      className="ph-sparkline"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      data-tone={tone}
      {...imageRole}
      aria-label={label}
    >
      <path
        className="ph-chart-area"
        d={area<number | null>(atX, height, atY).defined(isKnown).digits(2)(values) ?? ''}
      />
      <path
        className="ph-chart-line"
        vectorEffect="non-scaling-stroke"
        d={line<number | null>(atX, atY).defined(isKnown).digits(2)(values) ?? ''}
      />
    </svg>
  )
})

const imageRole = { role: 'img' }
