import {
  type Dimension,
  dimensionCategories,
  type DimensionCategory,
} from '@playhead/metrics/dimension.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import { customDimensionsOf } from '@playhead/features/data/custom-dimensions/server'
import { lastDay } from './last-day.ts'
import { offeredDimensions } from './offered-dimensions.ts'

interface Described {
  id: string
  display_name: string
  category: DimensionCategory
  basic: boolean
}

/** In the order of the categories, then by title. METR-046 */
const byCategory = (one: Described, other: Described) =>
  dimensionCategories.indexOf(one.category) - dimensionCategories.indexOf(other.category) ||
  one.display_name.localeCompare(other.display_name, 'en', { numeric: true })

export const describeOffered = async (
  { app, environment }: Pick<EnvironmentContext, 'environment'> & { app: App },
  isWanted: (dimension: Dimension) => boolean,
) => {
  const custom = await customDimensionsOf(environment)
  const named = new Map<string, (typeof custom)[number]>(custom.map((one) => [one.id, one]))
  const data = offeredDimensions
    .filter(([, dimension]) => isWanted(dimension))
    .map(([id, { title, category, isBasic }]): Described => ({
      id,
      display_name: named.get(id)?.display_name ?? title,
      category: named.get(id)?.category ?? category,
      basic: isBasic,
    }))
    .toSorted(byCategory)
  return { data, timeframe: lastDay(app), total_row_count: data.length }
}
