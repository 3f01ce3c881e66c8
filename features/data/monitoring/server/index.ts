import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { monitoring, realtime } from '../contract.ts'
import {
  breakdown,
  breakdownTimeseries,
  histogramTimeseries,
  listDimensions,
  listMetrics,
  timeseries,
} from './read-monitoring.ts'

export const monitoringServer = feature('monitoring', {
  endpoints: [
    implement(monitoring, {
      listMetrics,
      listDimensions,
      breakdown,
      timeseries,
      breakdownTimeseries,
      histogramTimeseries,
    }),
    implement(realtime, {
      listRealtimeMetrics: listMetrics,
      listRealtimeDimensions: listDimensions,
      realtimeBreakdown: breakdown,
      realtimeTimeseries: timeseries,
      realtimeBreakdownTimeseries: breakdownTimeseries,
      realtimeHistogramTimeseries: histogramTimeseries,
    }),
  ],
})
