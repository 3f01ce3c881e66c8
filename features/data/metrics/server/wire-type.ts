import type { MetricUnit } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'

/** Existing clients know bitrates as mbps although the values are bits per second. METR-076 */
const wireTypes: Record<MetricUnit, string> = {
  number: 'number',
  score: 'score',
  percentage: 'percentage',
  milliseconds: 'milliseconds',
  per_minute: 'per_minute',
  bits_per_second: 'mbps',
}

export const wireType = (id: MetricId) => wireTypes[metrics[id].unit]
