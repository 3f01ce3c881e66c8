import { FilterableValue, type QuestionState } from '@playhead/features/data/filters/web'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { RowMenu } from './row-menu.tsx'

interface ValueCellProps {
  state: QuestionState
  dimension: DimensionId
  value: string | null
  name: string
  /** Where rows are of several dimensions. */
  isNamed?: boolean
}

/** Quiet until somebody is at the row; fingers do not hover. */
const menuLook =
  'opacity-0 focus-within:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100 [tr:focus-within_&]:opacity-100 [tr:hover_&]:opacity-100'

/** A value that is one click from being a filter, and what else can be done with it. */
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
