import { type ChartSize, chartSizes, type ChartTone, narrowWidth } from '../chart-data.ts'
import { plotMargins, rowLabelWidth } from '../axes/plot.ts'
import { columnScale, linearScale } from '../axes/scale.ts'
import { tickLabels, valueAxis } from '../axes/value-axis.ts'

export interface ColumnPart {
  id: string
  label: string
  tone: ChartTone
}

export interface ChartColumn {
  id: string
  /** Below the column; empty for no label. */
  label: string
  /** A longer text for the tooltip. */
  title?: string
  /** One value per part, in their order; stacked from the bottom. */
  values: readonly (number | null)[]
}

interface ColumnChartInput {
  columns: readonly ChartColumn[]
  parts: readonly ColumnPart[]
  size: ChartSize
  width: number
  formatTick: (value: number) => string
  tickUnit: number
  range?: readonly [number, number] | undefined
}

const labelDigitWidth = 7.2

/** Shows every label, or every second, third … one, so that none overlap. */
const labelEvery = (columns: readonly Pick<ChartColumn, 'label'>[], plotWidth: number) => {
  const longest = Math.max(1, ...columns.map(({ label }) => label.length)) * labelDigitWidth + 14
  return Math.max(1, Math.ceil((longest * columns.length) / plotWidth))
}

const sumOf = ({ values }: ChartColumn) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

export const prepareColumnChart = (input: ColumnChartInput) => {
  const { columns, parts, size, width } = input
  const { height, rows } = chartSizes[size]
  const axis = valueAxis({ ...input, values: columns.map(sumOf), rows, baseline: 'zero' })
  const rowTexts = tickLabels(axis.ticks.map(input.formatTick))
  const left = rowLabelWidth(rowTexts)
  const plot = {
    left,
    top: plotMargins.top,
    width: Math.max(width - left - plotMargins.right, 20),
    height: height - plotMargins.top - plotMargins.bottom,
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
        x: leftOf(index),
        y: top,
        height: y(foot) - top,
      }
      foot += value
      return [bar]
    })
  })
  return {
    width,
    height,
    plot,
    isNarrow: width < narrowWidth,
    bars,
    barWidth: Math.max(columnWidth, 1),
    rows: axis.ticks.map((tick, index) => ({ y: y(tick), label: rowTexts[index] ?? '' })),
    labels: named
      .filter((_, order) => order % every === 0)
      .map(({ id, label, index }) => ({ id, label, x: leftOf(index) + columnWidth / 2 })),
    leftOf,
    topOf: (index: number) => y(columns[index] ? sumOf(columns[index]) : 0),
    indexAt: (position: number): number | undefined =>
      columns.length > 0
        ? Math.min(Math.max(Math.floor(position / step), 0), columns.length - 1)
        : undefined,
  }
}

export type ColumnChartPlan = ReturnType<typeof prepareColumnChart>
