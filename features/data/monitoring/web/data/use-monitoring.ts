import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { isGrowing } from '../time/time-machine.ts'
import { writeTime } from '../time/time-address.ts'
import { newestStepNow, noteNewestStep } from './freshness.ts'
import { type MonitoringView, useMonitoringView } from './monitoring-view.ts'
import type { MonitoringQuestion } from './questions.ts'

/** The step of the data. */
const everyMs = 5_000
/** A screen that is open for a day must not keep what it showed before. */
const keptMs = 30_000

export interface Monitored<Data> {
  /** Stays while newer data are on their way, and when they fail to come. */
  data: Data | undefined
  timeframe: readonly [number, number] | undefined
  error: Error | null
  /** Data of an earlier time or other filters. */
  isStale: boolean
  isRetrying: boolean
  retry: () => void
}

/** The question of a card, or of a filter, as a query. */
export const monitoringQuery = <Data>(
  question: MonitoringQuestion<Data>,
  { shown, filters }: MonitoringView,
) => {
  const tenant = currentTenant()
  return {
    queryKey: ['monitoring', tenant, question.name, filters, writeTime(shown)],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await question.ask({ shown, filters, tenant, signal })
      if (shown.kind === 'live') noteNewestStep(answer.newest)
      return answer
    },
    meta: { handling: { quiet: true } },
    gcTime: keptMs,
  }
}

/** What is being watched, for the time and the filters of the screen; new data arrive by themselves. */
export const useMonitoring = <Data>(question: MonitoringQuestion<Data>): Monitored<Data> => {
  const view = useMonitoringView()
  const { shown } = view
  const asked = useQuery({
    ...monitoringQuery(question, view),
    placeholderData: keepPreviousData,
    staleTime: shown.kind === 'live' ? 0 : Infinity,
    refetchInterval: () =>
      shown.kind === 'live' || isGrowing(shown, newestStepNow()) ? everyMs : false,
  })
  return {
    data: asked.data?.data,
    timeframe: asked.data?.timeframe,
    error: asked.error,
    isStale: asked.isPlaceholderData,
    isRetrying: asked.isFetching,
    retry: () => void asked.refetch(),
  }
}
