import type { ReactNode } from 'react'
import { defaultTimeframe, type QuestionState } from '@playhead/features/data/filters/web'
import { Button } from '@playhead/ui/button.tsx'
import { type Column, DataTable } from '@playhead/ui/data-table.tsx'
import { EmptyState } from '@playhead/ui/empty-state.tsx'
import { openRow } from '@playhead/ui/open-row.ts'
import { Pagination } from '@playhead/ui/pagination.tsx'
import { onRowKeys } from '@playhead/ui/row-keys.ts'
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
    Of days this long ago only sums are kept, no single views. Choose a more recent range to see
    them.
  </EmptyState>
)

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

export const ViewsTable = (props: ViewsTableProps) => {
  const { state, views, direction, onDirection } = props
  const { list, page, hrefFor } = views
  if (state.resolved.isHistorical) return <Historical state={state} />
  return (
    <div
      className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
      aria-busy={list.isPlaceholderData || undefined}
      {...interactions}
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
          list.data && (
            <Pagination
              page={page}
              pageSize={viewsPageSize}
              totalCount={list.data.totalRowCount}
              hrefFor={hrefFor}
              label={`Pages of ${props.label.toLowerCase()}`}
            />
          )
        }
      />
    </div>
  )
}
