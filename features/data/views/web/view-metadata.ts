import { camelName } from '@playhead/contract-kit/case-seam.ts'
import {
  type Dimension,
  dimensionCategories,
  type DimensionCategory,
} from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensionIds, dimensions } from '@playhead/metrics/dimensions.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { type Predicate, predicateValue } from '@playhead/question-kit/question/predicate.ts'
import { decimalFields, flagFields, maybeFlagFields, numberFields, textFields } from '../fields.ts'
import type { ViewDetail } from './use-views.ts'

const fields = {
  ...textFields,
  ...numberFields,
  ...decimalFields,
  ...flagFields,
  ...maybeFlagFields,
}

/** The field that shows a column; the older one where there are two. */
const fieldOfColumn = new Map<string, string>(
  Object.entries(fields)
    .toReversed()
    .map(([field, column]) => [column, camelName(field)]),
)

/** The response has these in another form than filters compare with. */
const notFilterable = new Set<DimensionId>(['player_preload', 'player_autoplay'])

export interface Metadatum {
  id: DimensionId
  /** In the form of filters; null when the view has no value. */
  value: string | null
  text: string
  /** The filter for views with the same value. */
  predicate: Predicate | undefined
}

const wireValue = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length > 0 ? `[${value.join(',')}]` : null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const metadatum = (view: ViewDetail, id: DimensionId): Metadatum => {
  const { column, isBreakdown }: Dimension = dimensions[id]
  const told = (view as Record<string, unknown>)[fieldOfColumn.get(column) ?? camelName(column)]
  const value = wireValue(told)
  const isFilter = value !== null && isBreakdown && !notFilterable.has(id)
  return {
    id,
    value,
    text:
      value === null
        ? ''
        : typeof told === 'boolean'
          ? told
            ? 'Yes'
            : 'No'
          : displayValue(id, value),
    predicate: isFilter
      ? { dimension: id, value: predicateValue(value), isExcluded: false }
      : undefined,
  }
}

export interface MetadataGroup {
  category: DimensionCategory
  title: string
  data: Metadatum[]
}

const titleOf = (category: DimensionCategory) => {
  const words = category.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** All attributes of the view, in the order of the dimension list. METR-046 */
export const viewMetadata = (view: ViewDetail, hasEmpty: boolean): MetadataGroup[] =>
  dimensionCategories
    .map((category) => ({
      category,
      title: titleOf(category),
      data: dimensionIds
        .filter((id) => dimensions[id].category === category)
        .map((id) => metadatum(view, id))
        .filter(({ value }) => hasEmpty || value !== null),
    }))
    .filter(({ data }) => data.length > 0)
