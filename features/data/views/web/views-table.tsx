import type { ReactNode } from 'react'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { defaultTimeframe } from '@playhead/question-kit/timeframe/timeframe.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
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

/** TIME-008: for older days only sums are stored. */
const Historical = ({ state }: { state: QuestionState }) => (
  <EmptyState
    title="Views aren’t available for the selected time range"
    action={
      <Button onClick={() => state.setTimeframe([defaultTimeframe])}>Show the last 24 hours</Button>
    }
  >
    For days this long ago, only sums are kept, no single views. Choose a more recent range to see
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
        hasTwoLines
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
