import { startupTimeBuckets } from '@playhead/metrics/monitoring.ts'

export interface HistogramMinute {
  /** Epoch seconds. */
  minute: number
  counts: number[]
  average: number | null
  median: number | null
  p95: number | null
}

export const minuteOf = (epochSeconds: number) => Math.floor(epochSeconds / 60) * 60

export const emptyMinute = (minute: number): HistogramMinute => ({
  minute,
  counts: startupTimeBuckets.map(() => 0),
  average: null,
  median: null,
  p95: null,
})

/** Between the two nearest values, as the engine's quantileExactInclusive computes it. */
const quantile = (sorted: readonly number[], level: number) => {
  const place = level * (sorted.length - 1) + 1
  const below = Math.floor(place)
  if (below >= sorted.length) return sorted.at(-1)!
  const [one, next] = [sorted[below - 1]!, sorted[below]!]
  return one + (place - below) * (next - one)
}

/** The histogram of one minute from its startup times in milliseconds. */
export const histogramMinute = (minute: number, times: readonly number[]): HistogramMinute => {
  if (times.length === 0) return emptyMinute(minute)
  const sorted = times.toSorted((one, other) => one - other)
  return {
    minute,
    counts: startupTimeBuckets.map(
      ({ start, end }) =>
        sorted.filter((time) => time >= start && (end === null || time < end)).length,
    ),
    average: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
  }
}
