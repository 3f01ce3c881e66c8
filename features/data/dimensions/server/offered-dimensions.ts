import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'

export const offeredDimensions = (Object.entries(dimensions) as [DimensionId, Dimension][]).filter(
  ([, { isBreakdown }]) => isBreakdown,
)

const idsOf = (isWanted: (dimension: Dimension) => boolean) =>
  offeredDimensions
    .filter(([, dimension]) => isWanted(dimension))
    .map(([id]) => id)
    .toSorted()

export const basicDimensions = idsOf(({ isBasic }) => isBasic)

export const advancedDimensions = idsOf(({ isBasic }) => !isBasic)
