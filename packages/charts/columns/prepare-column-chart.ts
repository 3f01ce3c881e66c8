import { type ChartSize, chartSizes, type ChartTone, narrowWidth } from '../chart-data.ts'
import { plotMargins, rowLabelWidth } from '../axes/plot.ts'
import { columnScale, linearScale } from '../axes/scale.ts'
import { tickLabels, valueAxis } from '../axes/value-axis.ts'

export interface ColumnPart {
  id: string
  label: string
  tone: ChartTone
  /** Of all columns, for the legend. */
  sum?: string
}

export interface ChartColumn {
  id: string
  /** Below the column; empty for no label. */
  label: string
  /** A longer text for the tooltip. */
  title?: string
  /** One value per part, in their order; stacked from the bottom. */
  values: readonly (number | null)[]
  /** What is expected on top of the values: a plain part up to the lower end, and a hatched one up to the higher. */
  band?: { low: number; high: number } | undefined
  /** The same of the time before, as a point of a dashed line. */
  before?: number | undefined
  /** A word above the column. */
  mark?: string | undefined
  /** Not final yet: drawn lighter. */
  isOpen?: boolean
}

/** How much of a column is over. */
export interface ChartNow {
  id: string
  share: number
}

interface ColumnChartInput {
  columns: readonly ChartColumn[]
  parts: readonly ColumnPart[]
  size: ChartSize
  width: number
  formatTick: (value: number) => string
  tickUnit: number
  range?: readonly [number, number] | undefined
  now?: ChartNow | undefined
}

const labelDigitWidth = 7.2

/** Shows every label, or every second, third … one, so that none overlap. */
const labelEvery = (columns: readonly Pick<ChartColumn, 'label'>[], plotWidth: number) => {
  const longest = Math.max(1, ...columns.map(({ label }) => label.length)) * labelDigitWidth + 14
  return Math.max(1, Math.ceil((longest * columns.length) / plotWidth))
}

const sumOf = ({ values }: ChartColumn) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

const topOfColumn = (column: ChartColumn) =>
  Math.max(sumOf(column) + (column.band?.high ?? 0), column.before ?? 0)

/** Room for the words above columns. */
const markHeight = 12

export const prepareColumnChart = (input: ColumnChartInput) => {
  const { columns, parts, size, width } = input
  const { height, rows } = chartSizes[size]
  const axis = valueAxis({ ...input, values: columns.map(topOfColumn), rows, baseline: 'zero' })
  const rowTexts = tickLabels(axis.ticks.map(input.formatTick))
  const left = rowLabelWidth(rowTexts)
  const hasMarks = columns.some(({ mark }) => mark !== undefined)
  const plot = {
    left,
    top: plotMargins.top + (hasMarks ? markHeight : 0),
    width: Math.max(width - left - plotMargins.right, 20),
    height: height - plotMargins.top - plotMargins.bottom - (hasMarks ? markHeight : 0),
  }
  const room = columns.length > plot.width / 6 ? 0 : 0.18
  const { step, columnWidth, leftOf } = columnScale(columns.length, plot.width, room)
  const y = linearScale(axis.domain, [plot.height, 0])
  const named = columns.flatMap(({ id, label }, index) => (label ? [{ id, label, index }] : []))
  const every = labelEvery(named, plot.width)

  const bars = columns.flatMap((column, index) => {
    let foot = 0
    return parts.flatMap(({ id, tone }, order) => {
      const value = column.values[order] ?? 0
      if (value <= 0) return []
      const top = y(foot + value)
      const bar = {
        key: `${column.id} ${id}`,
        tone,
        isOpen: column.isOpen ?? false,
        x: leftOf(index),
        y: top,
        height: y(foot) - top,
      }
      foot += value
      return [bar]
    })
  })
  const centerOf = (index: number) => leftOf(index) + columnWidth / 2
  const bands = columns.flatMap((column, index) => {
    const { band } = column
    if (!band) return []
    const [foot, low, high] = [0, band.low, band.high].map((value) => y(sumOf(column) + value))
    return [{ key: column.id, x: leftOf(index), foot: foot!, low: low!, high: high! }]
  })
  const before = columns.flatMap(({ before: value }, index) =>
    value === undefined ? [] : [`${centerOf(index)},${y(value)}`],
  )
  const nowIndex = columns.findIndex(({ id }) => id === input.now?.id)
  const marks = columns.flatMap((column, index) =>
    column.mark === undefined
      ? []
      : [{ key: column.id, text: column.mark, x: centerOf(index), y: y(sumOf(column)) - 8 }],
  )
  return {
    width,
    height,
    plot,
    bands,
    before: before.join(' '),
    marks,
    now: input.now && nowIndex >= 0 ? leftOf(nowIndex) + input.now.share * columnWidth : undefined,
    isNarrow: width < narrowWidth,
    bars,
    barWidth: Math.max(columnWidth, 1),
    rows: axis.ticks.map((tick, index) => ({ y: y(tick), label: rowTexts[index] ?? '' })),
    labels: named
      .filter((_, order) => order % every === 0)
      .map(({ id, label, index }) => ({ id, label, x: centerOf(index) })),
    leftOf,
    topOf: (index: number) => y(columns[index] ? topOfColumn(columns[index]) : 0),
    indexAt: (position: number): number | undefined =>
      columns.length > 0
        ? Math.min(Math.max(Math.floor(position / step), 0), columns.length - 1)
        : undefined,
  }
}

export type ColumnChartPlan = ReturnType<typeof prepareColumnChart>
