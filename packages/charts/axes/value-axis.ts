import { extent } from 'd3-array'

interface ValueAxisInput {
  values: readonly number[]
  rows: number
  /** Fixed ends; otherwise derived from the values. */
  range?: readonly [number, number] | undefined
  /** Whether the axis begins at zero or near the lowest value. */
  baseline: 'zero' | 'data'
  /** The upper limit of values, such as 100 for a score. */
  highest?: number | undefined
  /** Ticks are at round multiples of it, such as 60,000 when milliseconds are shown as minutes. */
  tickUnit: number
}

const endsOf = ({ values, baseline, tickUnit }: ValueAxisInput): [number, number] => {
  const [low = 0, high = 0] = extent(values.filter(Number.isFinite))
  const bottom = baseline === 'zero' ? Math.min(0, low) : low
  const top = baseline === 'zero' ? Math.max(0, high) : high
  if (top > bottom) return [bottom, top]
  const room = baseline === 'data' ? Math.abs(top) * 0.05 || tickUnit : tickUnit
  return baseline === 'data' ? [bottom - room, top + room] : [bottom, bottom + room]
}

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

/** Tolerance for floating-point errors. */
const nearly = 1e-9

interface Rows {
  first: number
  last: number
  step: number
}

/** The finest round steps that cover the values in at most `max` rows. */
const rowsBetween = (bottom: number, top: number, max: number, isWhole: boolean): Rows => {
  const power = Math.floor(Math.log10((top - bottom) / max))
  for (let exponent = power; ; exponent += 1)
    for (const round of roundSteps) {
      const step = Number((round * 10 ** exponent).toPrecision(12))
      if (isWhole && !Number.isInteger(step)) continue
      const first = Math.floor(bottom / step + nearly)
      const last = Math.ceil(top / step - nearly)
      if (last - first <= max) return { first, last, step }
    }
}

const multiples = ({ first, last, step }: Rows) =>
  Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )

export const valueAxis = (input: ValueAxisInput) => {
  const { rows: max, range, tickUnit, values, highest = Infinity } = input
  const isRange = range !== undefined && range[1] > range[0]
  const [bottom, top] = (isRange ? range : endsOf(input)).map((end) => end / tickUnit) as [
    number,
    number,
  ]
  // Integer values get integer ticks.
  const isWhole = values.every((value) => Number.isInteger(value / tickUnit))
  const rows = rowsBetween(bottom, top, max, isWhole && top - bottom >= 1)
  const covered = [rows.first * rows.step, rows.last * rows.step] as const
  const ceiling = highest / tickUnit
  const isCapped = top <= ceiling && covered[1] > ceiling
  const [low, high] = isRange ? [bottom, top] : [covered[0], isCapped ? ceiling : covered[1]]
  const ticks = multiples(rows).filter((tick) => tick >= low - nearly && tick <= high + nearly)
  return {
    domain: [low * tickUnit, high * tickUnit] as const,
    ticks: ticks.map((tick) => tick * tickUnit),
  }
}

const fractionOf = (text: string) => /\.(\d+)/.exec(text)?.[1] ?? ''

/** Drops trailing zeros that all labels share. */
export const tickLabels = (texts: readonly string[]): string[] => {
  const needed = Math.max(0, ...texts.map((text) => fractionOf(text).replace(/0+$/, '').length))
  return texts.map((text) =>
    text.replace(/\.(\d+)/, (_, digits: string) =>
      needed === 0 ? '' : `.${digits.slice(0, needed)}`,
    ),
  )
}
