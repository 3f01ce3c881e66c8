import {
  formatDuration,
  formatNumber,
  formatPercent,
  formatScore,
  formatWithUnit,
  unknownValue,
} from '@playhead/domain/format.ts'
import { formatPlayingTime } from '@playhead/domain/metric-format.ts'
import type { Measurement, Metric, MetricUnit } from './metric.ts'

/** What a number of the wire is multiplied by to be shown; metric filters are typed as shown. */
export const shownPerWire: Record<MetricUnit, number> = {
  number: 1,
  score: 100,
  percentage: 100,
  milliseconds: 1,
  per_minute: 60_000,
  bits_per_second: 1e-6,
}

export function formatMetricValue(
  value: number | null | undefined,
  { unit, group }: Pick<Metric, 'unit' | 'group'>,
  measurement: Measurement,
): string {
  const shown = typeof value === 'number' ? value * shownPerWire[unit] : value
  switch (unit) {
    case 'score':
      return formatScore(shown)
    case 'percentage':
      return formatPercent(shown, 2)
    case 'milliseconds':
      // Time spent watching adds up to hours, time spent waiting does not.
      if (group !== 'engagement') return formatDuration(shown)
      return formatPlayingTime(typeof shown === 'number' ? shown / 1000 : null, measurement)
    case 'per_minute':
      return formatWithUnit(shown, 'per_minute', 3)
    case 'bits_per_second':
      return formatWithUnit(shown, 'mbps', 2)
    case 'number':
      if (typeof shown !== 'number') return unknownValue
      return formatNumber(shown, Number.isInteger(shown) ? 0 : 2)
  }
}

const minus = '−'

/** A percentage that went from 4 % to 2 % fell by two of these; "−2 %" would be read as a part of the 4 %. */
export const percentagePoint = { unit: 'pp', spoken: 'percentage points' }

/** Fine ones have a decimal more than values. */
const differenceSize = (
  size: number,
  metric: Metric,
  measurement: Measurement,
  isFine: boolean,
) => {
  if (metric.unit === 'percentage') {
    const points = formatNumber(size * shownPerWire.percentage, isFine ? 3 : 2)
    return `${points} ${percentagePoint.unit}`
  }
  if (metric.unit === 'score' && isFine) return formatScore(size * shownPerWire.score, 2)
  return formatMetricValue(size, metric, measurement)
}

/** A difference of two values in the unit of the metric, always with its sign unless it reads as nothing. */
export function formatMetricDifference(
  difference: number | null | undefined,
  metric: Metric,
  measurement: Measurement,
  { isFine = false } = {},
): string {
  if (typeof difference !== 'number' || !Number.isFinite(difference)) return unknownValue
  const size = differenceSize(Math.abs(difference), metric, measurement, isFine)
  if (!/[1-9]/.test(size)) return size
  return `${difference < 0 ? minus : '+'}${size}`
}
