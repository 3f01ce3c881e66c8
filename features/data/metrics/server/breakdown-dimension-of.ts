import { invalidField } from '@playhead/contract-kit/errors.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'

/** Checks that metrics can be broken down by this dimension. */
export const breakdownDimensionOf = (id: string, field: string): DimensionId => {
  const known: Record<string, Dimension> = dimensions
  if (Object.hasOwn(known, id) && known[id]?.isBreakdown) return id as DimensionId
  throw invalidField(field, `${field}: there is no dimension ${id} to break down by.`)
}
