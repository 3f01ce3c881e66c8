import { isDimension } from '@playhead/analytics/question/parse-filters.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'

export const requireDimension = (id: string): DimensionId => {
  if (!isDimension(id)) throw notFound('dimension')
  return id
}
