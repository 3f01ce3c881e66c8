import { customDimensionsOf } from '@playhead/features/data/custom-dimensions/server'
import type { EnvironmentContext } from '@playhead/server-kit/context.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import {
  type Dimension,
  dimensionCategories,
  type DimensionCategory,
} from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import type { dimensionEndpoints } from '../contract.ts'

type Read = Handlers<typeof dimensionEndpoints>

const daySeconds = 86_400

/** Lists of dimensions speak of the last 24 hours. TIME-036 */
const lastDay = (app: App): [number, number] => {
  const end = Math.floor(app.clock.now().getTime() / 1000)
  return [end - daySeconds, end]
}

const offered = (Object.entries(dimensions) as [DimensionId, Dimension][]).filter(
  ([, { isBreakdown }]) => isBreakdown,
)
const idsOf = (isWanted: (dimension: Dimension) => boolean) =>
  offered
    .filter(([, dimension]) => isWanted(dimension))
    .map(([id]) => id)
    .toSorted()

const basic = idsOf(({ isBasic }) => isBasic)
const advanced = idsOf(({ isBasic }) => !isBasic)

export const listDimensions: Read['list'] = async ({ app }) => ({
  data: { basic, advanced },
  timeframe: lastDay(app),
  total_row_count: basic.length + advanced.length,
})

export const listBasicDimensions: Read['listBasic'] = async ({ app }) => ({
  data: { basic, advanced: [] },
  timeframe: lastDay(app),
  total_row_count: basic.length,
})

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

const describe = async (
  { app, environment }: Pick<EnvironmentContext, 'environment'> & { app: App },
  isWanted: (dimension: Dimension) => boolean,
) => {
  const custom = await customDimensionsOf(environment)
  const named = new Map<string, (typeof custom)[number]>(custom.map((one) => [one.id, one]))
  const data = offered
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

export const describeDimensions: Read['describe'] = (context) => describe(context, () => true)

export const describeBasicDimensions: Read['describeBasic'] = (context) =>
  describe(context, ({ isBasic }) => isBasic)
