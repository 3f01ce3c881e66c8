import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { askDimensionValues } from '@playhead/analytics/ask-dimension-values.sql.ts'
import { isDimension, parseFilters } from '@playhead/analytics/parse-filters.ts'
import { checkDimension, type Question } from '@playhead/analytics/question.ts'
import { questionOf, refusalOf, timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import type { dimensionEndpoints } from '../contract.ts'

type Read = Handlers<typeof dimensionEndpoints>
type Input = Parameters<Read['listValues']>[0]

const dimensionOf = (id: string): DimensionId => {
  if (!isDimension(id)) throw notFound('dimension')
  return id
}

const orders = {
  views: 'total_count',
  total_count: 'total_count',
  negative_impact: 'total_count',
  value: 'value',
  field: 'value',
} as const

/** The views of an error alone; it does not count among the filters of the plan. METR-050 */
const ofError = (question: Question, errorId: string | undefined): Question => {
  if (errorId === undefined) return question
  if (!/^\d{1,16}$/.test(errorId))
    throw invalidField('error_id', 'error_id: must be the id of an error.')
  checkDimension('error_type_id', question)
  const thisError = `error_type_id:${errorId}`
  const chosen = question.filters.filter(
    ({ dimension, isExcluded }) => dimension === 'error_type_id' && !isExcluded,
  )
  // Values of one dimension widen each other; this one narrows, and of other errors alone it leaves nothing.
  const isChosen = chosen.length === 0 || chosen.some(({ text }) => text === thisError)
  return {
    ...question,
    filters: [
      ...question.filters.filter((filter) => !chosen.includes(filter)),
      ...parseFilters([thisError, ...(isChosen ? [] : [`!${thisError}`])]),
    ],
  }
}

const valuesOf = async (context: Input, dimension: DimensionId, isByElement: boolean) => {
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

export const listDimensionValues: Read['listValues'] = (context) =>
  valuesOf(context, dimensionOf(context.params.dimension), false)

export const listTraceElements: Read['listElements'] = (context) => {
  const id = dimensionOf(context.params.dimension)
  const dimension: Dimension = dimensions[id]
  if (dimension.valueKind !== 'list') throw notFound('dimension with elements')
  return valuesOf(context, id, true)
}
