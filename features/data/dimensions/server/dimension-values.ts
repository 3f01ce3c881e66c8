import { askDimensionValues } from '@playhead/analytics/ask-dimension-values.sql.ts'
import { parseFilters } from '@playhead/analytics/question/parse-filters.ts'
import { checkDimension, type Question } from '@playhead/analytics/question/question.ts'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, refusalOf, timeframeOf } from '@playhead/features/data/question/server'
import type { dimensionEndpoints } from '../contract.ts'

type Input = Parameters<Handlers<typeof dimensionEndpoints>['listValues']>[0]

const orders = {
  views: 'total_count',
  total_count: 'total_count',
  negative_impact: 'total_count',
  value: 'value',
  field: 'value',
} as const

/** Restricts to the views of one error; this does not count towards the plan's filter limit. METR-050 */
const ofError = (question: Question, errorId: string | undefined): Question => {
  if (errorId === undefined) return question
  if (!/^\d{1,16}$/.test(errorId))
    throw invalidField('error_id', 'error_id: must be the id of an error.')
  checkDimension('error_type_id', question)
  const thisError = `error_type_id:${errorId}`
  const chosen = question.filters.filter(
    ({ dimension, isExcluded }) => dimension === 'error_type_id' && !isExcluded,
  )
  // Filters of one dimension are alternatives, but this one narrows: if only other errors are filtered for, nothing
  // remains.
  const isChosen = chosen.length === 0 || chosen.some(({ text }) => text === thisError)
  return {
    ...question,
    filters: [
      ...question.filters.filter((filter) => !chosen.includes(filter)),
      ...parseFilters([thisError, ...(isChosen ? [] : [`!${thisError}`])]),
    ],
  }
}

export const dimensionValues = async (
  context: Input,
  dimension: DimensionId,
  isByElement: boolean,
) => {
  const { environment, query } = context
  const { page, limit } = query
  const asked = questionOf(context)
  const orderBy = orders[query.order_by]
  try {
    const question = ofError(asked, query.error_id)
    const { rows, total } = await askDimensionValues(environment, dimension, question, {
      search: query.query,
      orderBy,
      direction: query.order_direction ?? (orderBy === 'value' ? 'asc' : 'desc'),
      page,
      limit,
      isByElement,
    })
    return {
      data: rows,
      timeframe: timeframeOf(question),
      total_row_count: total,
      page,
      limit,
    }
  } catch (error) {
    throw refusalOf(error)
  }
}
