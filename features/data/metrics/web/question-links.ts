import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { parsePredicate, type Predicate } from '@playhead/question-kit/question/predicate.ts'
import {
  type Question,
  questionSearch,
  withPredicate,
} from '@playhead/question-kit/question/question.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'

/** In the form that filters use. METR-051 */
const filterValue = (value: string | null) =>
  value === null ? '__null__' : value === '' ? '__empty__' : value

export const predicateOf = (
  dimension: DimensionId,
  value: string | null,
  isExcluded = false,
): Predicate => {
  const [parsed] = parsePredicate(`${dimension}:${filterValue(value)}`)
  return { ...(parsed ?? { dimension, value: filterValue(value) }), isExcluded }
}

/** Links to other screens with the same question. */
export const useQuestionLinks = (question: Question) => {
  const path = usePath()
  return {
    viewsWith: (dimension: DimensionId, value: string | null) => {
      const predicates = withPredicate(question.predicates, predicateOf(dimension, value))
      return path('views') + stringifySearch(questionSearch({ ...question, predicates }))
    },
    /** METR-087 */
    comparisonOf: (dimension: DimensionId, value: string | null) =>
      path(`compare/${dimension}`) +
      stringifySearch({ ...questionSearch(question), comparisons: [filterValue(value)] }),
  }
}
