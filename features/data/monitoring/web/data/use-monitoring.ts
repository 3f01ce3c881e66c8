import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { useLiveEntry } from '../live/use-live-entry.ts'
import { stepSeconds } from '../time/steps.ts'
import { isGrowing } from '../time/time-machine.ts'
import { writeTime } from '../time/time-address.ts'
import { newestStepNow, noteNewestStep } from './freshness.ts'
import { type MonitoringView, useMonitoringView } from './monitoring-view.ts'
import type { MonitoringAnswer, MonitoringQuestion } from './questions.ts'

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
  { shown, filters }: Pick<MonitoringView, 'shown' | 'filters'>,
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

const useLiveAnswer = <Data>(question: MonitoringQuestion<Data>, { feed }: MonitoringView) => {
  const { live } = question
  const entry = useLiveEntry(feed, live?.ask)
  const payload = entry?.payload
  const answer = useMemo((): MonitoringAnswer<Data> | undefined => {
    if (!payload || !live) return undefined
    const [start = 0, end = 0] = payload.timeframe
    return { data: live.read(payload), newest: end - stepSeconds, timeframe: [start, end] }
  }, [payload, live])
  return { answer, coverage: entry?.coverage }
}

/** After a change of the filters the old answer stays until the new one is there, whichever way it comes. */
const useLast = <Answer>(answer: Answer | undefined) => {
  const [last, setLast] = useState(answer)
  if (answer !== undefined && answer !== last) setLast(answer)
  return answer ?? last
}

const newerOf = <Data>(
  one: MonitoringAnswer<Data> | undefined,
  other: MonitoringAnswer<Data> | undefined,
) => (one && other ? (one.newest > other.newest ? one : other) : (one ?? other))

/**
 * What is being watched, for the time and the filters of the screen. Live data come over the topic of the environment,
 * or every five seconds over HTTP where that does not work; times in the past are asked over HTTP. MONI-022
 */
export const useMonitoring = <Data>(question: MonitoringQuestion<Data>): Monitored<Data> => {
  const view = useMonitoringView()
  const { shown } = view
  const { answer: live, coverage } = useLiveAnswer(question, view)
  const isAsked = coverage === undefined || coverage === 'http'
  const asked = useQuery({
    ...monitoringQuery(question, view),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: shown.kind === 'live' ? 0 : Infinity,
    refetchInterval: () =>
      shown.kind === 'live' || isGrowing(shown, newestStepNow()) ? everyMs : false,
  })
  const current = coverage === 'covered' ? live : newerOf(asked.data, live)
  const last = useLast(current)
  // Data of another time or other filters stay while theirs are on the way, not when these fail to come.
  const answer = current ?? (asked.isError ? undefined : last)
  return {
    data: answer?.data,
    timeframe: answer?.timeframe,
    error: asked.error,
    isStale: answer !== undefined && (answer !== current || (isAsked && asked.isPlaceholderData)),
    isRetrying: asked.isFetching,
    retry: () => void asked.refetch(),
  }
}
