import {
  formatDuration,
  formatNumber,
  formatPercent,
  formatScore,
  formatWithUnit,
  unknownValue,
} from '@playhead/domain/format.ts'
import type { Measurement, Metric, MetricUnit } from './metric.ts'

/** The factor from an API value to the displayed one; metric filters are typed as displayed. */
export const shownPerWire: Record<MetricUnit, number> = {
  number: 1,
  score: 100,
  percentage: 100,
  milliseconds: 1,
  per_minute: 60_000,
  bits_per_second: 1e-6,
}

/** KIT-048 */
function formatPlayingTime(milliseconds: number, measurement: Measurement): string {
  const isPerView = measurement === 'median' || measurement === 'avg'
  const value = milliseconds / (isPerView ? 60_000 : 3_600_000)
  return `${formatNumber(value, Math.abs(value) < 10 ? 2 : 0)} ${isPerView ? 'm' : 'h'}`
}

/** KIT-045 */
export const formatMetricValue = (
  value: number | null | undefined,
  { unit, group, decimals = 2 }: Pick<Metric, 'unit' | 'group' | 'decimals'>,
  measurement: Measurement,
): string => {
  const shown = typeof value === 'number' ? value * shownPerWire[unit] : value
  switch (unit) {
    case 'score':
      return formatScore(shown)
    case 'percentage':
      return formatPercent(shown, 2)
    case 'milliseconds':
      // Watching adds up to hours, waiting does not.
      if (group !== 'engagement' || !Number.isFinite(shown)) return formatDuration(shown)
      return formatPlayingTime(Number(shown), measurement)
    case 'per_minute':
      return formatWithUnit(shown, 'per_minute', 3)
    case 'bits_per_second':
      return formatWithUnit(shown, 'mbps', 2)
    case 'number':
      if (typeof shown !== 'number') return unknownValue
      return formatNumber(shown, Number.isInteger(shown) ? 0 : decimals)
  }
}

const minus = '−'

/** A percentage that fell from 4 % to 2 % fell by two points; "−2 %" would read as a part of the 4 %. */
export const percentagePoint = { unit: 'pp', spoken: 'percentage points' }

/** With `isFine`, percentages get one decimal more than values. */
const differenceSize = (
  size: number,
  metric: Metric,
  measurement: Measurement,
  isFine: boolean,
  beside: number | null | undefined,
) => {
  if (metric.unit === 'percentage') {
    const points = formatNumber(size * shownPerWire.percentage, isFine ? 3 : 2)
    return `${points} ${percentagePoint.unit}`
  }
  if (metric.unit === 'milliseconds' && metric.group !== 'engagement')
    return formatDuration(size, beside)
  return formatMetricValue(size, metric, measurement)
}

/** A difference in the unit of the metric and of the value `beside` it, signed unless it is displayed as zero. */
export const formatMetricDifference = (
  difference: number | null | undefined,
  metric: Metric,
  measurement: Measurement,
  { isFine = false, beside }: { isFine?: boolean; beside?: number | null | undefined } = {},
): string => {
  if (typeof difference !== 'number' || !Number.isFinite(difference)) return unknownValue
  const size = differenceSize(Math.abs(difference), metric, measurement, isFine, beside)
  if (!/[1-9]/.test(size)) return size
  return `${difference < 0 ? minus : '+'}${size}`
}
