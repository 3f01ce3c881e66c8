import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { metricEndpoints } from '../contract.ts'
import { comparison } from './compare-metrics.ts'
import { listMetrics, metricStructure } from './describe-metrics.ts'
import { explainMetric } from './explain-metric.ts'
import {
  breakdown,
  breakdownTimeseries,
  histogram,
  insights,
  overall,
  timeseries,
} from './read-metric.ts'

export { narrowed } from './compare-metrics.ts'
export { asking, breakdownDimensionOf, measurementOf, metricOf } from './metric-of.ts'
export { wireType } from './wire-type.ts'

export const metricsServer = feature('metrics', {
  endpoints: [
    implement(metricEndpoints, {
      list: listMetrics,
      structure: metricStructure,
      comparison,
      overall,
      timeseries,
      breakdown,
      breakdownTimeseries,
      histogram,
      insights,
      explain: explainMetric,
    }),
  ],
})
