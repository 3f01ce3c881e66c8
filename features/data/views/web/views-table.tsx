import type { ReactNode } from 'react'
import { type Column, DataTable } from '@playhead/ui/data-table.tsx'
import { EmptyState } from '@playhead/ui/empty-state.tsx'
import { Button } from '@playhead/ui/button.tsx'
import { Pagination } from '@playhead/ui/pagination.tsx'
import { defaultTimeframe, type QuestionState } from '@playhead/features/data/filters/web'
import {
  type Direction,
  failureOf,
  type ListedView,
  type ViewList,
  viewsPageSize,
} from './use-views.ts'

interface ViewsTableProps {
  label: string
  state: QuestionState
  views: ViewList
  columns: readonly Column<ListedView>[]
  empty: ReactNode
  direction: Direction
  onDirection: (direction: Direction) => void
}

/** TIME-008: days older than that are kept as sums. */
const Historical = ({ state }: { state: QuestionState }) => (
  <EmptyState
    title="Views aren’t available for the selected time range"
    action={
      <Button onClick={() => state.setTimeframe([defaultTimeframe])}>Show the last 24 hours</Button>
    }
  >
    Of days this long ago only sums are kept. Single views can be shown for the most recent days.
  </EmptyState>
)

export const ViewsTable = (props: ViewsTableProps) => {
  const { state, views, direction, onDirection } = props
  const { list, page, hrefFor } = views
  if (state.resolved.isHistorical) return <Historical state={state} />
  const total = list.data?.totalRowCount ?? 0
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      <div
        className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
      >
        <DataTable
          label={props.label}
          columns={props.columns}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          skeletonRows={viewsPageSize}
          sort={{ column: 'view_end', direction }}
          onSort={() => onDirection(direction === 'desc' ? 'asc' : 'desc')}
          failure={failureOf(views)}
          empty={props.empty}
          footer={
            <Pagination
              page={page}
              pageSize={viewsPageSize}
              totalCount={total}
              hrefFor={hrefFor}
              label={`Pages of ${props.label.toLowerCase()}`}
            />
          }
        />
      </div>
    </div>
  )
}
