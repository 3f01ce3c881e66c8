import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { metricEndpoints } from '../contract.ts'
import { compareMetrics } from './compare-metrics.ts'
import { explainMetric } from './explain-metric.ts'
import { listMetrics } from './list-metrics.ts'
import { readBreakdownTimeseries } from './read-breakdown-timeseries.ts'
import { readBreakdown } from './read-breakdown.ts'
import { readHistogram } from './read-histogram.ts'
import { readInsights } from './read-insights.ts'
import { readMetricStructure } from './read-metric-structure.ts'
import { readOverall } from './read-overall.ts'
import { readTimeseries } from './read-timeseries.ts'
import { sampleInsights } from './sample-insights.ts'

export { narrowed } from './narrowed.ts'
export { wireType } from './wire-type.ts'

export const metricsServer = feature('metrics', {
  endpoints: [
    implement(metricEndpoints, {
      list: listMetrics,
      structure: readMetricStructure,
      comparison: compareMetrics,
      overall: readOverall,
      timeseries: readTimeseries,
      breakdown: readBreakdown,
      breakdownTimeseries: readBreakdownTimeseries,
      histogram: readHistogram,
      insights: readInsights,
      sampleInsights,
      explain: explainMetric,
    }),
  ],
})
