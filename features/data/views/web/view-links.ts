import type { Predicate } from '@playhead/question-kit/question/predicate.ts'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import { defaultTimeframe } from '@playhead/question-kit/timeframe/timeframe.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'

const dayMs = 86_400_000

/** The last 24 hours if the view is in them, otherwise the day around the end of the view. */
const timeframeAround = (viewEnd: string, now: number) => {
  const end = Date.parse(viewEnd)
  if (now - end < dayMs) return [defaultTimeframe]
  return [end - dayMs / 2, end + dayMs / 2].map((ms) => String(Math.floor(ms / 1_000)))
}

/** Links to views of the same time that share a value with this one. */
export const useViewsLike = (viewEnd: string) => {
  const path = usePath()
  return (predicate: Predicate) => {
    const timeframe = timeframeAround(viewEnd, Date.now())
    const question = { timeframe, predicates: [predicate], metricPredicates: [] }
    return path('views') + stringifySearch(questionSearch(question, defaultTimeframe))
  }
}
