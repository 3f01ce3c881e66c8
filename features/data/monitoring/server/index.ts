import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { monitoring, realtime } from '../contract.ts'
import { monitoringTopic } from './live/monitoring-topic.ts'
import { listDimensions } from './list-dimensions.ts'
import { listMetrics } from './list-metrics.ts'
import { readBreakdownTimeseries } from './read-breakdown-timeseries.ts'
import { readBreakdown } from './read-breakdown.ts'
import { readHistogramTimeseries } from './read-histogram-timeseries.ts'
import { readTimeseries } from './read-timeseries.ts'

export const monitoringServer = feature('monitoring', {
  topics: [monitoringTopic],
  endpoints: [
    implement(monitoring, {
      listMetrics,
      listDimensions,
      breakdown: readBreakdown,
      timeseries: readTimeseries,
      breakdownTimeseries: readBreakdownTimeseries,
      histogramTimeseries: readHistogramTimeseries,
    }),
    implement(realtime, {
      listRealtimeMetrics: listMetrics,
      listRealtimeDimensions: listDimensions,
      realtimeBreakdown: readBreakdown,
      realtimeTimeseries: readTimeseries,
      realtimeBreakdownTimeseries: readBreakdownTimeseries,
      realtimeHistogramTimeseries: readHistogramTimeseries,
    }),
  ],
})

/** What the topic sends. */
export { monitoringPayloads, monitoringTypes, type MonitoringType } from '../topic-contract.ts'
