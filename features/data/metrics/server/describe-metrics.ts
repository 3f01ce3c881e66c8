import type { z } from 'zod'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { measurements, type Metric } from '@playhead/metrics/metric.ts'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { metricIds, type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { metricEndpoints, MetricDefinition } from '../contract.ts'
import { wireType } from './wire-type.ts'

type Read = Handlers<typeof metricEndpoints>

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

export const listMetrics: Read['list'] = async () => ({
  data: metricIds.map(definitionOf),
  total_row_count: metricIds.length,
})

export const metricStructure: Read['structure'] = async () => ({
  data: metricTree.map(({ group, title, metric, items }) => ({
    group,
    name: title,
    metric,
    items: items.map((id) => ({ metric: id, name: metrics[id].title })),
  })),
  total_row_count: metricTree.length,
})
