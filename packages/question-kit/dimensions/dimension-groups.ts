import {
  categoryTitles,
  dimensionCategories,
  type DimensionCategory,
} from '@playhead/metrics/dimension.ts'
import { customDimensionIds, type DimensionId } from '@playhead/metrics/dimensions.ts'

export interface DimensionEntry {
  id: DimensionId
  displayName: string
  category: DimensionCategory
  /** Also available for ranges older than 100 days. */
  isBasic: boolean
}

export interface DimensionGroup {
  id: 'starred' | DimensionCategory
  title: string
  dimensions: readonly DimensionEntry[]
}

const titles: Record<DimensionGroup['id'], string> = { starred: 'Starred', ...categoryTitles }

const isCustom = (id: DimensionId) => (customDimensionIds as readonly string[]).includes(id)

interface DimensionFlags {
  customDimensions: boolean
  debugDimensions: boolean
}

/** METR-047: custom dimensions can be renamed and moved to another category, but stay custom. */
export const isOfferedTo = (flags: DimensionFlags) => (dimension: DimensionEntry) => {
  if (isCustom(dimension.id) || dimension.category === 'custom') return flags.customDimensions
  return dimension.category !== 'debug' || flags.debugDimensions
}

/** METR-046: starred dimensions come first, and only there. */
export const groupDimensions = (
  dimensions: readonly DimensionEntry[],
  starred: ReadonlySet<string>,
): DimensionGroup[] => {
  const groups: DimensionGroup[] = [
    {
      id: 'starred',
      title: titles.starred,
      dimensions: dimensions.filter(({ id }) => starred.has(id)),
    },
    ...dimensionCategories.map((id) => ({
      id,
      title: titles[id],
      dimensions: dimensions.filter((one) => one.category === id && !starred.has(one.id)),
    })),
  ]
  return groups.filter((group) => group.dimensions.length > 0)
}

/** METR-048 */
export const withStar = (starred: readonly string[], id: DimensionId): string[] =>
  (starred.includes(id) ? starred.filter((one) => one !== id) : [...starred, id]).toSorted()
