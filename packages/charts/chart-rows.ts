import type { ChartPoint, ChartSeries } from './chart-data.ts'

export interface ChartRow {
  time: number
  points: (ChartPoint | undefined)[]
}

/** The points of all series by time. */
export const chartRows = (series: readonly ChartSeries[]): ChartRow[] => {
  const rows = new Map<number, ChartRow>()
  for (const [order, { points }] of series.entries())
    for (const point of points) {
      const row = rows.get(point.time) ?? { time: point.time, points: [] }
      row.points[order] = point
      rows.set(point.time, row)
    }
  return [...rows.values()].sort((one, other) => one.time - other.time)
}
