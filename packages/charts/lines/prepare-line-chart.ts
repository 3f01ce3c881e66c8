import { bisectCenter } from 'd3-array'
import {
  type ChartAlarm,
  type ChartBand,
  type ChartLevel,
  type ChartMoment,
  type ChartPoint,
  type ChartSeries,
  type ChartSize,
  chartSizes,
  type ChartTone,
  isAgain,
  narrowWidth,
} from '../chart-data.ts'
import { areaPath, linePath } from './line-path.ts'
import { joinLabels, placeLabels } from './place-labels.ts'
import { plotMargins, rowLabelWidth } from '../axes/plot.ts'
import { linearScale } from '../axes/scale.ts'
import { columnLabel, columnTimes, type TimeSpan } from '../axes/time-axis.ts'
import { tickLabels, valueAxis } from '../axes/value-axis.ts'

interface LineChartInput extends TimeSpan {
  series: readonly ChartSeries[]
  levels: readonly ChartLevel[]
  bands?: readonly ChartBand[]
  moments?: readonly ChartMoment[]
  alarm?: ChartAlarm | undefined
  size: ChartSize
  width: number
  formatTick: (value: number) => string
  range?: readonly [number, number] | undefined
  baseline: 'zero' | 'data'
  /** Whole numbers of things that were counted; a few of them are columns rather than a line. */
  isCount?: boolean
  highest?: number | undefined
  tickUnit: number
  /** Beside the plot, for the handle of a threshold. */
  rightSpace?: number
}

interface Spot {
  x: number
  y: number
}

interface DrawnSeries {
  id: string
  tone: ChartTone
  isAgain: boolean
  path: string
  /** To and from steps that are not whole. */
  partialPath: string
  /** Only when there is a single line. */
  areaPath: string | undefined
  /** METR-023 */
  glyphs: Spot[]
  /** Of small counts, instead of the line. */
  bars: (Spot & { height: number; isPartial: boolean })[]
}

/** METR-023 */
const glyphsMax = 10

/** Between fewer than five, a line says that there was something in between. */
const barsBelow = 5
const barShare = 0.72

/** A narrower band would be mistaken for a line. */
const bandMin = 5

const timesOf = (series: readonly ChartSeries[]) => {
  const times = new Set<number>()
  for (const { points } of series) for (const { time } of points) times.add(time)
  return [...times].sort((one, other) => one - other)
}

/**
 * The time axis ends at the first and the last point if they are within one step of the range, so that an incomplete
 * step leaves no empty stripe.
 */
const endsOf = (times: readonly number[], { from, to, stepMs }: TimeSpan) => {
  const first = times[0] ?? from
  const last = times.at(-1) ?? to
  return [
    Math.abs(first - from) <= stepMs ? first : Math.min(first, from),
    last > first && Math.abs(to - last) <= stepMs ? last : Math.max(last, to),
  ] as const
}

/** The line of whole steps, and the pieces from and to those that are not. */
const spotsOf = <Place>(
  points: readonly ChartPoint[],
  spotOf: (point: ChartPoint) => Place | undefined,
) => ({
  whole: points.map((point) => (point.isPartial ? undefined : spotOf(point))),
  partial: points.map((point, index) =>
    point.isPartial || points[index - 1]?.isPartial || points[index + 1]?.isPartial
      ? spotOf(point)
      : undefined,
  ),
})

/** Whether the right end of the line, where level names are, leaves space below a value. */
const isMostlyAbove = (value: number, series: ChartSeries | undefined) => {
  const end = series?.points.slice(-Math.ceil(series.points.length / 6)) ?? []
  const known = end.flatMap((point) => point.value ?? [])
  return known.filter((one) => one > value).length > known.length / 2
}

/** Computes the whole drawing; independent of the DOM. */
export const prepareLineChart = (input: LineChartInput) => {
  const { series, levels, bands = [], moments = [], alarm, size, width, from, to, stepMs } = input
  const { rightSpace = 0 } = input
  const { height, columns, rows } = chartSizes[size]
  const isNarrow = width < narrowWidth
  const values = [
    ...series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? [])),
    ...levels.map(({ value }) => value),
    ...(alarm ? [alarm.value] : []),
  ]
  const axis = valueAxis({ ...input, values, rows })
  const rowTexts = tickLabels(axis.ticks.map(input.formatTick))
  const left = rowLabelWidth(rowTexts)
  const plot = {
    left,
    top: plotMargins.top,
    width: Math.max(width - left - plotMargins.right - rightSpace, 20),
    height: height - plotMargins.top - plotMargins.bottom,
  }
  const times = timesOf(series)
  const ends = endsOf(times, { from, to, stepMs })
  const x = linearScale(ends, [0, plot.width])
  const y = linearScale(axis.domain, [plot.height, 0])
  const atX = ({ time }: ChartPoint) => x(time)
  const atY = ({ value }: ChartPoint) => y(value ?? 0)
  const spotOf = (point: ChartPoint) =>
    point.value === null ? undefined : ([atX(point), atY(point)] as const)
  const isAlone = series.filter(({ tone }) => tone !== 'compare').length === 1
  const startsAtZero = axis.domain[0] === 0
  const barWidth = Math.max(Math.min(x(from + stepMs) - x(from), plot.width / 6) * barShare, 1)
  const isFew =
    input.isCount === true &&
    isAlone &&
    levels.length === 0 &&
    series
      .filter(({ tone }) => tone !== 'compare')
      .every(({ points }) => points.every(({ value }) => (value ?? 0) < barsBelow))

  const drawn = series.map(({ id, tone, points }, index): DrawnSeries => {
    const isOfBars = isFew && tone !== 'compare'
    const { whole, partial } = spotsOf(points, spotOf)
    const standing = points.filter(({ value }) => value !== null && value !== 0)
    return {
      id,
      tone,
      isAgain: isAgain(series, index),
      path: isOfBars ? '' : linePath(whole, 1),
      partialPath: isOfBars ? '' : linePath(partial, 1),
      // Below a line that starts elsewhere, an area says nothing.
      areaPath:
        isAlone && startsAtZero && !isOfBars && tone !== 'compare'
          ? areaPath(whole, plot.height, 1)
          : undefined,
      bars: isOfBars
        ? standing.map((point) => ({
            x: Math.min(Math.max(atX(point) - barWidth / 2, 0), plot.width - barWidth),
            y: atY(point),
            height: plot.height - atY(point),
            isPartial: point.isPartial === true,
          }))
        : [],
      glyphs:
        !isOfBars && standing.length <= glyphsMax
          ? standing.map((point) => ({ x: atX(point), y: atY(point) }))
          : [],
    }
  })
  const pointByTime = series.map(({ points }) => new Map(points.map((one) => [one.time, one])))
  const positions = times.map((time) => x(time))
  const span = { from: ends[0], to: ends[1], stepMs }
  const within = (time: number) => Math.min(Math.max(x(time), 0), plot.width)
  const drawnBands = bands
    // The axis ends with the start of the last step; what began within that step is at the edge.
    .filter((band) => band.to >= Math.min(ends[0], from) && band.from <= Math.max(ends[1], to))
    .map(({ id, label, tone, from: start, to: end }) => {
      const wide = Math.max(within(end) - within(start), bandMin)
      return { id, label, tone, x: Math.min(within(start), plot.width - wide), width: wide }
    })
  const drawnMoments = moments
    .filter(({ time }) => time >= ends[0] && time <= ends[1])
    .map((moment) => ({ ...moment, x: x(moment.time) }))
    .toSorted((one, other) => one.x - other.x)
  const places = placeLabels(drawnMoments, plot.width)

  return {
    width,
    height,
    plot,
    isNarrow,
    span: { from, to, stepMs },
    times,
    // The compared line is drawn below the others.
    barWidth,
    drawn: drawn.toSorted(
      (one, other) => Number(other.tone === 'compare') - Number(one.tone === 'compare'),
    ),
    levels: levels.map((level) => ({
      ...level,
      y: y(level.value),
      isLabelBelow: isMostlyAbove(level.value, series[0]),
    })),
    bands: drawnBands,
    bandLabels: joinLabels(
      drawnBands
        .flatMap(({ x: start, width: wide, label }) =>
          label === undefined ? [] : [{ x: start + wide / 2, label }],
        )
        .toSorted((one, other) => one.x - other.x),
    ),
    moments: drawnMoments.map((moment, index) => ({ ...moment, ...places[index]! })),
    /** Where lines are red. */
    alarm: alarm && {
      top: alarm.area === 'above' ? -plotMargins.top : y(alarm.value),
      height:
        alarm.area === 'above'
          ? y(alarm.value) + plotMargins.top
          : Math.max(plot.height - y(alarm.value), 0) + 2,
    },
    rows: axis.ticks.map((tick, index) => ({ y: y(tick), label: rowTexts[index] ?? '' })),
    columns: columnTimes(span, isNarrow ? Math.min(columns, 3) : columns).map((time) => ({
      x: x(time),
      label: columnLabel(time, { from, to, stepMs }),
    })),
    x,
    y,
    /** The nearest step; undefined when there is none. */
    indexAt: (position: number): number | undefined =>
      times.length > 0 ? bisectCenter(positions, position) : undefined,
    pointsAt: (index: number) => {
      const time = times[index] ?? Number.NaN
      return series.map((one, order) => ({ series: one, point: pointByTime[order]?.get(time) }))
    },
  }
}

export type LineChartPlan = ReturnType<typeof prepareLineChart>
