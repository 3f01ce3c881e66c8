import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { metricEndpoints } from '../contract.ts'

export const readMetricStructure: Handlers<typeof metricEndpoints>['structure'] = async () => ({
  data: metricTree.map(({ group, title, metric, items }) => ({
    group,
    name: title,
    metric,
    items: items.map((id) => ({ metric: id, name: metrics[id].title })),
  })),
  total_row_count: metricTree.length,
})
