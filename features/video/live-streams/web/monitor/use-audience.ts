import { useQuery } from '@tanstack/react-query'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { monitoring, type monitoringMetricIds } from '@playhead/features/data/monitoring/contract'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'

type MetricId = (typeof monitoringMetricIds)[number]
type Steps = CallResponse<typeof monitoring.timeseries>['data']

/** Monitoring has a step of five seconds. */
const everyMs = 10_000
const stepsOfMinute = 12
const stepsOfTenMinutes = 120

export const audienceFilter = (streamId: string) => `live_stream_id:${streamId}`

const options = { refetchInterval: everyMs } as const

const useSteps = (streamId: string, metric: MetricId) =>
  useQuery({
    ...query(
      monitoring.timeseries,
      { params: { metric }, query: { filters: [audienceFilter(streamId)] } },
      { quiet: true },
    ),
    ...options,
  })

/** Of the last minute, weighted by viewers, because a single step jumps; and of how many viewers it is. */
const recentMean = (steps: Steps): { value: number; viewers: number } | null => {
  const known = steps.slice(-stepsOfMinute).filter(({ value }) => value !== null)
  const weight = known.reduce((sum, step) => sum + step.concurrentViewers, 0)
  if (weight === 0) return null
  const weighted = known.map(({ value, concurrentViewers }) => (value ?? 0) * concurrentViewers)
  const value = weighted.reduce((sum, one) => sum + one, 0) / weight
  return { value, viewers: Math.round(weight / known.length) }
}

/** The newest number of viewers, and how many more that are than ten minutes ago. */
export const viewersOf = (steps: Steps) => {
  const now = steps.at(-1)?.concurrentViewers ?? 0
  const before = steps.at(-1 - stepsOfTenMinutes)?.concurrentViewers
  return { now, change: before === undefined ? undefined : now - before }
}

/** What viewers of the stream see, out of our own data. */
export const useAudience = (streamId: string) => {
  const viewers = useSteps(streamId, 'current-concurrent-viewers')
  const rebuffering = useSteps(streamId, 'current-rebuffering-percentage')
  const failures = useSteps(streamId, 'playback-failure-percentage')
  const filters = [audienceFilter(streamId)]
  const startup = useQuery({
    ...query(
      monitoring.histogramTimeseries,
      { params: { metric: 'video-startup-time' }, query: { filters } },
      { quiet: true },
    ),
    ...options,
  })
  const behind = useQuery({
    ...query(
      metricEndpoints.overall,
      { params: { metric: 'live_stream_latency' }, query: { filters, timeframe: ['1:hours'] } },
      { quiet: true },
    ),
    ...options,
  })
  return {
    viewers,
    rebuffering: rebuffering.data && recentMean(rebuffering.data.data),
    failures: failures.data && recentMean(failures.data.data),
    startup: startup.data && (startup.data.data.findLast(({ median }) => median !== null) ?? null),
    behind: behind.data?.data,
  }
}
