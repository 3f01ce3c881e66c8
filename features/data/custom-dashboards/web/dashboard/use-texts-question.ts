import { useMemo } from 'react'
import {
  type Question,
  questionQueryOf,
  questionSearch,
  readQuestion,
  withoutPredicates,
  withPredicate,
} from '@playhead/question-kit/question/question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { defaultTimeframe } from '@playhead/question-kit/timeframe/timeframe.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import type { QuestionTexts } from './dashboard-question.ts'

const textsOf = (question: Question): QuestionTexts => {
  const { timeframe, filters, metric_filters } = questionSearch(question)
  return {
    timeframe: timeframe ?? [],
    filters: filters ?? [],
    metric_filters: metric_filters ?? [],
  }
}

/** The question state of a data screen, for texts that are stored outside the URL. */
export const useTextsQuestion = (
  { timeframe, filters, metric_filters }: QuestionTexts,
  now: number,
  onChange: (texts: QuestionTexts) => void,
): QuestionState => {
  const { historicalMetrics, retentionDays, metricFiltersEnabled, maxFilters } = useFlags()
  const key = JSON.stringify([timeframe, filters, metric_filters])
  const read = useMemo(() => {
    const [asked, by, byMetric] = JSON.parse(key) as [string[], string[], string[]]
    return readQuestion(
      { timeframe: asked, filters: by, metric_filters: byMetric },
      {
        now,
        flags: { historicalMetrics, retentionDays, metricFiltersEnabled, maxFilters },
        fallback: defaultTimeframe,
      },
    )
  }, [key, now, historicalMetrics, retentionDays, metricFiltersEnabled, maxFilters])
  const { question } = read
  const set = (next: Partial<Question>) => onChange(textsOf({ ...question, ...next }))
  return {
    ...read,
    query: useMemo(() => questionQueryOf(question), [question]),
    fallback: defaultTimeframe,
    change: set,
    setTimeframe: (next) => set({ timeframe: next }),
    setPredicates: (predicates) => set({ predicates }),
    setMetricPredicates: (metricPredicates) => set({ metricPredicates }),
    addPredicate: (predicate) => set({ predicates: withPredicate(question.predicates, predicate) }),
    removePredicates: (isRemoved) =>
      set({ predicates: withoutPredicates(question.predicates, isRemoved) }),
  }
}
