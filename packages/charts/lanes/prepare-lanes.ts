import { bisectCenter } from 'd3-array'
import type { ReactNode } from 'react'
import { linearScale } from '../axes/scale.ts'
import { columnLabel, columnTimes, type TimeSpan } from '../axes/time-axis.ts'
import { rowLabelWidth } from '../axes/plot.ts'
import { tickLabels, valueAxis } from '../axes/value-axis.ts'
import type { ChartPoint } from '../chart-data.ts'
import { areaPath, linePath } from '../lines/line-path.ts'
import { gapsOf, sharedGaps } from './lane-gaps.ts'

export interface Lane {
  id: string
  title: string
  /** The newest value, as it is written large. */
  figure: string
  unit: string
  note: ReactNode
  points: readonly ChartPoint[]
  /** With its unit, for the playhead. */
  format: (value: number | null) => string
  formatTick: (value: number) => string
  range?: readonly [number, number]
  level?: { value: number; label: string } | undefined
  /** From this moment on the lane is amber. */
  warnsFrom?: number | undefined
}

interface LanesInput extends TimeSpan {
  lanes: readonly Lane[]
  width: number
}

const narrowBelow = 560
const headWidth = 142
const rightRoom = 4
/** Below the last lane, for the times. */
export const axisHeight = 26
/** Above the first lane, for the head of the playhead and the lengths of gaps. */
export const topRoom = 24
const rowsOfLane = 2

/** On narrow screens the words stand above each plot. */
const placeOf = (width: number) =>
  width < narrowBelow
    ? { isNarrow: true, headWidth: 0, plotTop: 58, plotHeight: 56, laneHeight: 132 }
    : { isNarrow: false, headWidth, plotTop: 6, plotHeight: 62, laneHeight: 90 }

const pathsOf = (
  points: readonly ChartPoint[],
  stepMs: number,
  x: (time: number) => number,
  y: (value: number) => number,
  foot: number,
) => {
  const spots = points.flatMap((point, index) => {
    const spot = point.value === null ? undefined : ([x(point.time), y(point.value)] as const)
    const next = points[index + 1]
    // A hole in the times breaks the line, although no point says that there is none.
    return next && next.time - point.time > stepMs * 1.5 ? [spot, undefined] : [spot]
  })
  return { line: linePath(spots, 1), area: areaPath(spots, foot, 1) }
}

const timesOf = (lanes: readonly Lane[]) => {
  const times = new Set(lanes.flatMap(({ points }) => points.map(({ time }) => time)))
  return [...times].sort((one, other) => one - other)
}

/** Computes the whole drawing; independent of the DOM. */
export const prepareLanes = ({ lanes, width, from, to, stepMs }: LanesInput) => {
  const place = placeOf(width)
  const span = { from, to, stepMs }
  const axes = lanes.map(({ points, level, range, formatTick }) => {
    const values = points.flatMap(({ value }) => value ?? [])
    const axis = valueAxis({
      values: level ? [...values, level.value] : values,
      rows: rowsOfLane,
      range,
      baseline: 'zero',
      tickUnit: 1,
    })
    return { axis, labels: tickLabels(axis.ticks.map(formatTick)) }
  })
  const labelWidth = Math.max(...axes.map(({ labels }) => rowLabelWidth(labels)), 30)
  const left = place.headWidth + labelWidth
  const plotWidth = Math.max(width - left - rightRoom, 40)
  const x = linearScale([from, to], [0, plotWidth])
  const within = (time: number) => Math.min(Math.max(x(time), 0), plotWidth)
  const gapsOfLanes = lanes.map(({ points }) => gapsOf(points, stepMs, to))
  const drawn = lanes.map((lane, index) => {
    const { axis, labels } = axes[index]!
    const y = linearScale(axis.domain, [place.plotHeight, 0])
    const { warnsFrom = Infinity } = lane
    const before = lane.points.filter(({ time }) => time <= warnsFrom)
    const after = lane.points.filter(({ time }) => time >= warnsFrom)
    const foot = y(Math.max(axis.domain[0], Math.min(0, axis.domain[1])))
    return {
      lane,
      y,
      rows: axis.ticks.map((tick, row) => ({ y: y(tick), label: labels[row] ?? '' })),
      levelY: lane.level && y(lane.level.value),
      calm: pathsOf(before, stepMs, x, y, foot),
      warning: pathsOf(after, stepMs, x, y, foot),
      gaps: gapsOfLanes[index]!.map((gap) => ({ x: within(gap.from), end: within(gap.to) })),
    }
  })
  const times = timesOf(lanes)
  const positions = times.map((time) => x(time))
  const pointByTime = lanes.map(({ points }) => new Map(points.map((one) => [one.time, one])))
  return {
    ...place,
    width,
    height: topRoom + lanes.length * place.laneHeight + axisHeight,
    left,
    plotWidth,
    span,
    times,
    drawn,
    /** With their lengths, above the lanes. */
    gaps: sharedGaps(gapsOfLanes).map((gap) => ({
      ms: gap.to - gap.from,
      isOpen: gap.to === to,
      x: (within(gap.from) + within(gap.to)) / 2,
    })),
    columns: columnTimes(span, place.isNarrow ? 3 : 6).map((time) => ({
      x: x(time),
      label: columnLabel(time, span),
    })),
    x,
    indexAt: (position: number) =>
      times.length > 0 ? bisectCenter(positions, position) : undefined,
    pointsAt: (index: number) =>
      drawn.map(({ lane, y }, at) => {
        const value = pointByTime[at]?.get(times[index] ?? Number.NaN)?.value ?? null
        return { lane, value, y: value === null ? undefined : y(value) }
      }),
  }
}

export type LanesPlan = ReturnType<typeof prepareLanes>
