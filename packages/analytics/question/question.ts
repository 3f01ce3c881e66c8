import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import { GrammarError } from './grammar-error.ts'
import type { Question } from './question-shape.ts'
import type { Limits } from './tenant.ts'

export type { Question } from './question-shape.ts'
export { conditionOf, viewsSource } from '../source/condition.sql.ts'

const usedUp = {
  // METR-058, METR-079
  filters: 'You have used the maximum number of filter dimensions for your plan.',
  metric_filters: 'You have used the maximum number of filter metrics for your plan.',
} as const

/** METR-057, METR-060, METR-071, METR-079, METR-081 */
export const checkLimits = (question: Question, limits: Limits): void => {
  const { filters, metricFilters, timeframe } = question
  const [metricFilter] = metricFilters
  if (metricFilter !== undefined && !limits.metricFiltersEnabled) {
    throw new GrammarError('metric_filters', 0, 0, 'Metric filters are not part of your plan.')
  }
  if (metricFilter !== undefined && timeframe.isHistorical) {
    throw new GrammarError(
      'metric_filters',
      metricFilter.position,
      0,
      "Metrics filtering isn't available for the selected time range",
    )
  }
  checkCount('filters', filters, (filter) => filter.dimension, limits)
  checkCount('metric_filters', metricFilters, (filter) => filter.metric, limits)
  for (const filter of filters) {
    if (timeframe.isHistorical && !isBasic(filter.dimension)) {
      throw new GrammarError(
        'filters',
        filter.position,
        0,
        `Dimension not available for the selected time range: ${filter.dimension}`,
      )
    }
  }
}

/** METR-060: refuses a breakdown by a dimension that the rollup does not have. */
export const checkDimension = (dimension: DimensionId, question: Question): void => {
  if (!question.timeframe.isHistorical || isBasic(dimension)) return
  const message = `Dimension not available for the selected time range: ${dimension}`
  throw new GrammarError('timeframe', 0, 0, message)
}

function isBasic(id: DimensionId): boolean {
  const dimension: Dimension = dimensions[id]
  return dimension.isBasic
}

export const checkCount = <Item extends { position: number }>(
  field: 'filters' | 'metric_filters',
  items: readonly Item[],
  nameOf: (item: Item) => string,
  { maxFilters }: Limits,
): void => {
  if (maxFilters < 0) return
  const names = new Set<string>()
  for (const item of items) {
    names.add(nameOf(item))
    if (names.size > maxFilters) throw new GrammarError(field, item.position, 0, usedUp[field])
  }
}
