import { extent } from 'd3-array'
import { memo } from 'react'
import type { ChartTone } from '../chart-data.ts'
import { areaPath, linePath } from './line-path.ts'
import { linearScale } from '../axes/scale.ts'

interface SparklineProps {
  /** Describes the line in words, because it has no axes. */
  label: string
  values: readonly (number | null)[]
  /** The steps that are not over, or that the range cuts; dashed. */
  isPartial?: (index: number) => boolean
  /** For the lowest and the highest value, which the pointer reads. */
  format?: (value: number) => string
  tone?: ChartTone
  height?: number
  /** Whether the bottom is zero or the lowest value. */
  baseline?: 'zero' | 'data'
}

/** Stretched to the available width; strokes keep their thickness. */
const width = 100
const edge = 2

/** `Lowest 0.31 %, highest 2.4 %`; empty where nothing is known. */
export const extremesText = (
  values: readonly (number | null)[],
  format: (value: number) => string,
): string => {
  const [low, high] = extent(values.filter((value) => value !== null))
  return low === undefined || high === undefined
    ? ''
    : `Lowest ${format(low)}, highest ${format(high)}`
}

/** The shape of a series, next to its number. */
export const Sparkline = memo(function Sparkline(props: SparklineProps) {
  const { label, values, isPartial, format, tone = 1, height = 36, baseline = 'data' } = props
  const [low = 0, high = 0] = extent(values.filter((value) => value !== null))
  const foot = baseline === 'zero' ? Math.min(0, low) : low
  const top = high > foot ? high : foot + 1
  const x = linearScale([0, Math.max(values.length - 1, 1)], [0, width])
  const y = linearScale([foot, top], [height - edge, edge])
  const spots = values.map((value, index) =>
    value === null ? undefined : ([x(index), y(value)] as const),
  )
  const isCut = (index: number) => index in values && isPartial?.(index) === true
  const whole = spots.map((spot, index) => (isCut(index) ? undefined : spot))
  const cut = spots.map((spot, index) =>
    [index - 1, index, index + 1].some(isCut) ? spot : undefined,
  )
  const cutPath = linePath(cut, 2)
  const line = (
    <svg
      className="ph-sparkline"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      data-tone={tone}
      {...imageRole}
      aria-label={label}
    >
      {foot === 0 && <path className="ph-chart-area" d={areaPath(whole, height, 2)} />}
      <path className="ph-chart-line" vectorEffect="non-scaling-stroke" d={linePath(whole, 2)} />
      {cutPath && (
        <path
          className="ph-chart-line"
          data-partial=""
          vectorEffect="non-scaling-stroke"
          d={cutPath}
        />
      )}
    </svg>
  )
  return format ? (
    <span className="block" title={extremesText(values, format)}>
      {line}
    </span>
  ) : (
    line
  )
})

const imageRole = { role: 'img' }
