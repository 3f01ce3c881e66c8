import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { errorColumns } from './error-columns.tsx'
import { type ErrorList, errorsPageSize } from './use-errors.ts'

/** A click anywhere on a row opens it; the link in each row serves keyboards and screen readers. */
const rowHandlers = { onKeyDown: onRowKeys, onClick: openRow }

const NoErrors = ({ state }: { state: QuestionState }) =>
  state.question.predicates.length > 0 ? (
    <EmptyState
      title="No errors match these filters"
      action={<Button onClick={() => state.setPredicates([])}>Remove the filters</Button>}
    >
      Views with an error in this timeframe that pass the filters are counted here.
    </EmptyState>
  ) : (
    <EmptyState title="No errors in this timeframe">
      Views with an error are counted here. A longer timeframe may hold some.
    </EmptyState>
  )

export const ErrorsTable = ({ state, errors }: { state: QuestionState; errors: ErrorList }) => {
  const { list, sort, setSort, page, hrefFor } = errors
  const isStale = list.isPlaceholderData
  return (
    <div
      className={`cursor-default transition-opacity ${isStale ? 'opacity-60' : ''} [&_tbody_tr:not([data-plain])]:cursor-pointer`}
      aria-busy={isStale || undefined}
      {...rowHandlers}
    >
      <DataTable
        label="Errors"
        columns={errorColumns(state)}
        rows={list.data?.data}
        rowKey={({ id }) => String(id)}
        sort={sort}
        onSort={setSort}
        skeletonRows={6}
        failure={
          list.isError && !list.data
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={<NoErrors state={state} />}
        footer={
          list.data && (
            <Pagination
              page={page}
              pageSize={errorsPageSize}
              totalCount={list.data.totalRowCount ?? 0}
              hrefFor={hrefFor}
              label="Pages of errors"
            />
          )
        }
      />
    </div>
  )
}
