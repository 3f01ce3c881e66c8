import { useCallback, useEffect, useMemo, useState } from 'react'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import type { MetricPredicate, Predicate } from './predicate.ts'
import {
  type Question,
  type QuestionFlags,
  questionQueryOf,
  questionSearch,
  readQuestion,
  withoutPredicates,
  withPredicate,
} from './question.ts'
import { defaultTimeframe } from '../timeframe/timeframe.ts'

/** The id makes it one message, however many parts of a screen read the question. */
const filtersRemoved = {
  id: 'filters-removed',
  type: 'warning',
  title: 'Filters Removed',
  description: 'Selected filter dimensions aren’t available for this time frame and were removed',
} as const

/** The same object while the values are the same. */
const useQuestionFlags = (): QuestionFlags => {
  const { historicalMetrics, retentionDays, metricFiltersEnabled, maxFilters } = useFlags()
  return useMemo(
    () => ({ historicalMetrics, retentionDays, metricFiltersEnabled, maxFilters }),
    [historicalMetrics, retentionDays, metricFiltersEnabled, maxFilters],
  )
}

interface UseQuestionOptions {
  /** TIME-005: the overview looks back 7 days. */
  fallback?: string
}

/**
 * The question of a data screen: timeframe, filters and metric filters of the URL, within what plan and range allow.
 * What is not allowed is removed from the URL. TIME-007, TIME-029, TIME-030, METR-069
 */
export const useQuestion = ({ fallback = defaultTimeframe }: UseQuestionOptions = {}) => {
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const flags = useQuestionFlags()
  // Only decides what is offered: the exact range comes with the response.
  const [now] = useState(() => Date.now())
  const read = useMemo(
    () => readQuestion(search, { now, flags, fallback }),
    [search, flags, fallback, now],
  )
  const { question, isTimeframeChosen, hasLost } = read

  // TIME-011: a chosen timeframe is in the URL even if it is the default.
  const set = useCallback(
    (next: Partial<Question>) => {
      const isChosen = isTimeframeChosen || next.timeframe !== undefined
      const usual = isChosen ? undefined : fallback
      setSearch({ ...questionSearch({ ...question, ...next }, usual), page: undefined })
    },
    [question, isTimeframeChosen, fallback, setSearch],
  )

  const said = useMemo(
    () => questionSearch(question, isTimeframeChosen ? undefined : fallback),
    [question, isTimeframeChosen, fallback],
  )
  const isRewritten = !isSaid(search, said)
  useEffect(() => {
    if (!isRewritten) return
    setSearch(said, { replace: true })
    if (hasLost) toasts.show(filtersRemoved)
  }, [isRewritten, said, hasLost, setSearch])

  const query = useMemo(() => questionQueryOf(question), [question])
  // The same as long as the URL is: parts of a screen are drawn again only when it changes.
  return useMemo(
    () => ({
      ...read,
      query,
      fallback,
      /** Changes several parts at once; separate changes would overwrite each other. */
      change: set,
      setTimeframe: (timeframe: readonly string[]) => set({ timeframe }),
      setPredicates: (predicates: readonly Predicate[]) => set({ predicates }),
      setMetricPredicates: (metricPredicates: readonly MetricPredicate[]) =>
        set({ metricPredicates }),
      addPredicate: (predicate: Predicate) =>
        set({ predicates: withPredicate(question.predicates, predicate) }),
      removePredicates: (isRemoved: (predicate: Predicate) => boolean) =>
        set({ predicates: withoutPredicates(question.predicates, isRemoved) }),
    }),
    [read, query, fallback, set, question],
  )
}

export type QuestionState = ReturnType<typeof useQuestion>

const sameList = (given: string | string[] | undefined, wanted: string[] | undefined) => {
  const list = given === undefined ? [] : Array.isArray(given) ? given : [given]
  return list.join('\n') === (wanted ?? []).join('\n')
}

/** Whether the URL already matches the question that was read from it. */
const isSaid = (
  search: Record<string, string | string[]>,
  wanted: ReturnType<typeof questionSearch>,
) =>
  sameList(search.timeframe, wanted.timeframe) &&
  sameList(search.filters, wanted.filters) &&
  sameList(search.metric_filters, wanted.metric_filters)
