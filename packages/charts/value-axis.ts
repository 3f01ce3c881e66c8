import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'

export interface ValueAxisInput {
  values: readonly number[]
  rows: number
  /** Fixed ends; otherwise they follow the values. */
  range?: readonly [number, number] | undefined
  /** Whether the axis begins at zero, or close to the lowest value. */
  baseline: 'zero' | 'data'
  /** Steps are round multiples of it, such as 60,000 where milliseconds are shown as minutes. */
  tickUnit: number
}

const endsOf = ({ values, baseline, tickUnit }: ValueAxisInput): [number, number] => {
  const [low = 0, high = 0] = extent(values)
  const bottom = baseline === 'zero' ? Math.min(0, low) : low
  const top = baseline === 'zero' ? Math.max(0, high) : high
  if (top > bottom) return [bottom, top]
  const room = baseline === 'data' ? Math.abs(top) * 0.05 || tickUnit : tickUnit
  return baseline === 'data' ? [bottom - room, top + room] : [bottom, bottom + room]
}

export const valueAxis = (input: ValueAxisInput) => {
  const { rows, range, tickUnit } = input
  const [bottom, top] = range ?? endsOf(input)
  const units = scaleLinear().domain([bottom / tickUnit, top / tickUnit])
  if (!range) units.nice(rows)
  const [first = 0, last = 1] = units.domain()
  return {
    domain: [first * tickUnit, last * tickUnit] as const,
    ticks: units.ticks(rows).map((tick) => tick * tickUnit),
  }
}

const fractionOf = (text: string) => /\.(\d+)/.exec(text)?.[1] ?? ''

/** Zeros after the point say nothing when every row has them. */
export const tickLabels = (texts: readonly string[]): string[] => {
  const needed = Math.max(0, ...texts.map((text) => fractionOf(text).replace(/0+$/, '').length))
  return texts.map((text) =>
    text.replace(/\.(\d+)/, (_, digits: string) =>
      needed === 0 ? '' : `.${digits.slice(0, needed)}`,
    ),
  )
}
