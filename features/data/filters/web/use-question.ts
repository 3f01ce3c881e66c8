import { useCallback, useEffect, useMemo, useState } from 'react'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation.ts'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import type { MetricPredicate, Predicate } from './predicate.ts'
import {
  type Question,
  questionQueryOf,
  questionSearch,
  readQuestion,
  withoutPredicates,
  withPredicate,
} from './question.ts'
import { defaultTimeframe } from './timeframe.ts'

interface UseQuestionOptions {
  /** TIME-005: the overview looks back 7 days. */
  fallback?: string
}

/**
 * The question of a data screen: timeframe, filters and metric filters as the address has them, within what plan and
 * range allow. What does not fit is taken out of the address. TIME-007, TIME-029, TIME-030, METR-069
 */
export const useQuestion = ({ fallback = defaultTimeframe }: UseQuestionOptions = {}) => {
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const flags = useFlags()
  // For what is offered only: where a range lies exactly, its answer says.
  const [now] = useState(() => Date.now())
  const read = useMemo(
    () => readQuestion(search, { now, flags, fallback }),
    [search, flags, fallback, now],
  )
  const { question, hasLost } = read

  const set = useCallback(
    (next: Partial<Question>) =>
      setSearch({ ...questionSearch({ ...question, ...next }, fallback), page: undefined }),
    [question, fallback, setSearch],
  )

  const isRewritten = !isSaid(search, questionSearch(question, fallback), fallback)
  useEffect(() => {
    if (!isRewritten) return
    setSearch(questionSearch(question, fallback), { replace: true })
    if (hasLost)
      toasts.show({
        type: 'warning',
        title: 'Filters Removed',
        description:
          'Selected filter dimensions aren’t available for this time frame and were removed',
      })
  }, [isRewritten, question, fallback, hasLost, setSearch])

  return {
    ...read,
    query: useMemo(() => questionQueryOf(question), [question]),
    fallback,
    setTimeframe: (timeframe: readonly string[]) => set({ timeframe }),
    setPredicates: (predicates: readonly Predicate[]) => set({ predicates }),
    setMetricPredicates: (metricPredicates: readonly MetricPredicate[]) =>
      set({ metricPredicates }),
    addPredicate: (predicate: Predicate) =>
      set({ predicates: withPredicate(question.predicates, predicate) }),
    removePredicates: (isRemoved: (predicate: Predicate) => boolean) =>
      set({ predicates: withoutPredicates(question.predicates, isRemoved) }),
  }
}

export type QuestionState = ReturnType<typeof useQuestion>

const sameList = (given: string | string[] | undefined, wanted: string[] | undefined) => {
  const list = given === undefined ? [] : Array.isArray(given) ? given : [given]
  return list.join('\n') === (wanted ?? []).join('\n')
}

/** Whether the address says what was understood of it. */
const isSaid = (
  search: Record<string, string | string[]>,
  wanted: ReturnType<typeof questionSearch>,
  fallback: string,
) => {
  const isUsual = sameList(search.timeframe, [fallback]) && wanted.timeframe === undefined
  return (
    (isUsual || sameList(search.timeframe, wanted.timeframe)) &&
    sameList(search.filters, wanted.filters) &&
    sameList(search.metric_filters, wanted.metric_filters)
  )
}
