import { parseFilters } from '@playhead/analytics/question/parse-filters.ts'
import { checkDimension, type Question } from '@playhead/analytics/question/question.ts'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { breakdownDimensionOf } from './breakdown-dimension-of.ts'

/** The compared value does not count towards the plan's filter limit. */
export const narrowed = (
  question: Question,
  { dimension, value }: { dimension?: string | undefined; value?: string | undefined },
): Question => {
  if (dimension === undefined && value === undefined) return question
  if (dimension === undefined)
    throw invalidField('dimension', 'dimension: of the value is missing.')
  if (value === undefined) throw invalidField('value', 'value: of the dimension is missing.')
  const id = breakdownDimensionOf(dimension, 'dimension')
  checkDimension(id, question)
  // Filters of one dimension are alternatives: the compared value replaces them.
  const others = question.filters.filter((one) => one.dimension !== id || one.isExcluded)
  return { ...question, filters: [...others, ...parseFilters([`${id}:${value}`])] }
}
