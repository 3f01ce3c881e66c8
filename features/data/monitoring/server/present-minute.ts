import type { HistogramMinute } from '@playhead/analytics/monitoring/histogram-minute.ts'
import { startupTimeBuckets } from '@playhead/metrics/monitoring.ts'
import { isoTime } from './iso-time.ts'

const shareOf = (count: number, sum: number) => (sum === 0 ? 0 : count / sum)

export const histogramMeta = { bucket_unit: 'milliseconds', buckets: [...startupTimeBuckets] }

export const presentMinute = ({ minute, counts, average, median, p95 }: HistogramMinute) => {
  const sum = counts.reduce((total, count) => total + count, 0)
  return {
    timestamp: isoTime(minute),
    bucket_values: counts.map((count) => ({ count, percentage: shareOf(count, sum) })),
    max_percentage: shareOf(Math.max(...counts), sum),
    average,
    median,
    p95,
    sum,
  }
}
