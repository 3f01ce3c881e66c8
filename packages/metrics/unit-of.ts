import type { MetricUnit } from './metric.ts'
import { metrics } from './metrics.ts'
import { monitoringMetrics } from './monitoring.ts'

/** Of a metric of finished views or of real-time data; a plain number for other names. */
export const unitOfMeasurement = (name: string): MetricUnit => {
  if (Object.hasOwn(monitoringMetrics, name))
    return monitoringMetrics[name as keyof typeof monitoringMetrics].unit
  return Object.hasOwn(metrics, name) ? metrics[name as keyof typeof metrics].unit : 'number'
}
