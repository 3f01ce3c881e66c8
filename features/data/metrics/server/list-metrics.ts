import type { z } from 'zod'
import { measurements, type Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { MetricDefinition, metricEndpoints } from '../contract.ts'
import { wireType } from './wire-type.ts'

const definitionOf = (id: MetricId): z.input<typeof MetricDefinition> => {
  const metric: Metric = metrics[id]
  return {
    id,
    title: metric.title,
    group: metric.group,
    category: metric.category,
    value_type: wireType(id),
    description: metric.description,
    explanation: metric.explanation,
    better: metric.better,
    relative_to: metric.relativeTo,
    measurements: measurements.filter((measurement) => metric.measurements[measurement]),
    default_measurement: metric.defaultMeasurement,
    filterable: metric.filterColumn !== undefined,
    alertable: metric.alertable,
    beta: metric.isBeta ?? false,
  }
}

export const listMetrics: Handlers<typeof metricEndpoints>['list'] = async () => ({
  data: metricIds.map(definitionOf),
  total_row_count: metricIds.length,
})
