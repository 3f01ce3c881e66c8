import type { ChartPoint } from '@playhead/charts/chart-data.ts'

/** Marks the steps at the ends of a range that are only partly in it. */
export const withPartialSteps = <Point extends ChartPoint>(
  points: readonly Point[],
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): Point[] =>
  points.map((point) =>
    point.time < from || point.time + stepMs > to ? { ...point, isPartial: true } : point,
  )
