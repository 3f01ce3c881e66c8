import { countryName } from '@playhead/domain/countries.ts'
import { unknownValue } from '@playhead/domain/format.ts'
import type { QuestionState } from '@playhead/features/data/filters/web'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'

interface FilterableValueProps {
  state: QuestionState
  dimension: DimensionId
  value: string | null
}

/** With Alt the value is excluded. */
export const FilterableValue = ({ state, dimension, value }: FilterableValueProps) =>
  value === null ? (
    <span className="text-ink-3">{unknownValue}</span>
  ) : (
    <button
      type="button"
      className="ph-link"
      data-kind="plain"
      onClick={({ altKey }) => state.addPredicate({ dimension, value, isExcluded: altKey })}
    >
      {dimension === 'country' ? countryName(value) : value}
    </button>
  )
