import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import type { MonitoringMetricId } from './data/metric-values.ts'
import { ofEndedViews } from './ended-views.ts'

const minuteSeconds = 60

/** Links that carry what the screen shows. */
export const useMonitoringLinks = () => {
  const path = usePath()
  const { search } = useLocation()
  const { filters, start, timestamp, wall } = search
  return {
    /** MONI-004 */
    toScreen: (metric?: MonitoringMetricId) =>
      path(metric ? `monitoring/${metric}` : 'monitoring') +
      stringifySearch({ start, timestamp, filters, wall }),
    toMetrics: (metric: MonitoringMetricId, from: number, to: number) => {
      const first = Math.floor(from / minuteSeconds) * minuteSeconds
      const last = Math.max(Math.ceil(to / minuteSeconds) * minuteSeconds, first + minuteSeconds)
      return (
        path('metrics') +
        stringifySearch({
          metric: ofEndedViews[metric],
          timeframe: [String(first), String(last)],
          filters,
        })
      )
    },
  }
}
