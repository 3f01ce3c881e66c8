import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { MetricPredicate, Predicate } from '../question/predicate.ts'

/** METR-058 */
export const usedUpText = 'You have used the maximum number of filter dimensions for your plan.'
/** METR-079 */
export const metricsUsedUpText = 'You have used the maximum number of filter metrics for your plan.'

/** METR-057, METR-058: a dimension that already has a filter may get more values. */
export const isAtLimit = (
  predicates: readonly Predicate[],
  dimension: DimensionId | undefined,
  max: number,
) => {
  const used = new Set<DimensionId | undefined>(predicates.map((one) => one.dimension))
  return max >= 0 && used.size >= max && !used.has(dimension)
}

export const isOverMetricLimit = (
  predicates: readonly Pick<MetricPredicate, 'metric'>[],
  max: number,
) => max >= 0 && new Set(predicates.map(({ metric }) => metric)).size > max
