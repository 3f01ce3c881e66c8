import { anomalyWindowSeconds } from '@playhead/analytics/anomalies/anomaly-sums.ts'

const daySeconds = 86_400

/** The days before a moment, in whole windows; undefined without any. */
export const historyRange = (now: Date, days: number) => {
  const until = Math.floor(now.getTime() / 1000 / anomalyWindowSeconds) * anomalyWindowSeconds
  return days > 0 ? { from: until - days * daySeconds, until } : undefined
}
