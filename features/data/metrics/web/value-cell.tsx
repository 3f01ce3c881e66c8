import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { FilterableValue } from '@playhead/question-kit/filter-bar/filterable-value.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { RowMenu } from './row-menu.tsx'

interface ValueCellProps {
  state: QuestionState
  dimension: DimensionId
  value: string | null
  name: string
  /** For tables whose rows have different dimensions. */
  isNamed?: boolean
}

/** Hidden until the row is hovered or focused; always visible on touch screens. */
const menuLook =
  'opacity-0 focus-within:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100 [tr:focus-within_&]:opacity-100 [tr:hover_&]:opacity-100'

/** A value that becomes a filter with one click, and a menu with more actions. */
export const ValueCell = ({ state, dimension, value, name, isNamed = false }: ValueCellProps) => (
  <span className="flex w-full items-center justify-between gap-2">
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {isNamed && <span className="text-ink-3">{name}</span>}
      <FilterableValue state={state} dimension={dimension} value={value} name={name} />
    </span>
    <span className={menuLook}>
      <RowMenu dimension={dimension} value={value} state={state} />
    </span>
  </span>
)
