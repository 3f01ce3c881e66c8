import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { dimensionEndpoints } from '@playhead/features/data/dimensions/contract'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Dropdown } from '@playhead/ui/menus/dropdown.tsx'
import { FilterList } from '@playhead/ui/menus/filter-list.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { allViews } from './use-columns.ts'

const offeredMax = 100

const asFilterValue = (value: string | null) =>
  value === null ? '__null__' : value === '' ? '__empty__' : value

export const columnName = (dimension: DimensionId, value: string) => {
  if (value === allViews) return 'All views'
  if (value === '__null__') return displayValue(dimension, null)
  return displayValue(dimension, value === '__empty__' ? '' : value)
}

interface ValuePickerProps {
  trigger: ReactElement
  label: string
  dimension: DimensionId
  state: QuestionState
  /** Values that already have a column. */
  taken: readonly string[]
  onSelect: (value: string) => void
}

interface OfferedProps extends Omit<ValuePickerProps, 'trigger'> {
  close: () => void
}

const Offered = ({ label, dimension, state, taken, onSelect, close }: OfferedProps) => {
  const others = state.query.filters.filter((text) => !text.startsWith(`${dimension}:`))
  const answer = useQuery(
    query(
      dimensionEndpoints.listValues,
      {
        params: { dimension },
        query: { ...state.query, filters: others, page: 1, limit: offeredMax },
      },
      { quiet: true },
    ),
  )
  if (answer.isError)
    return <FailedState message={answer.error.message} onRetry={() => void answer.refetch()} />
  if (!answer.data)
    return (
      <div className="p-3">
        <SkeletonLines count={6} />
      </div>
    )
  const values = answer.data.data.map(({ value, totalCount }) => ({
    id: asFilterValue(value),
    label: displayValue(dimension, value),
    description: `${formatNumber(totalCount)} views`,
  }))
  const items = [{ id: allViews, label: 'All views' }, ...values]
  return (
    <FilterList
      label={label}
      placeholder="Filter by name"
      groups={[{ id: 'values', items: items.filter(({ id }) => !taken.includes(id)) }]}
      noResultsText="No such value among the first 100."
      onSelect={({ id }) => {
        close()
        onSelect(id)
      }}
    />
  )
}

/** The values of the dimension, requested when the list is opened. */
export const ValuePicker = ({ trigger, ...rest }: ValuePickerProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dropdown
      trigger={trigger}
      label={rest.label}
      width={300}
      isFlush
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      {(close) => <Offered {...rest} close={close} />}
    </Dropdown>
  )
}
