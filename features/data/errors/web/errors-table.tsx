import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { errorColumns } from './error-columns.tsx'
import { type ErrorList, errorsPageSize } from './use-errors.ts'

/** A click anywhere on a row opens it; the link in each row serves keyboards and screen readers. */
const rowHandlers = { onKeyDown: onRowKeys, onClick: openRow }

const NoErrors = ({ state }: { state: QuestionState }) => {
  const { predicates, metricPredicates } = state.question
  return (
    <NoResults
      state={state}
      title={
        predicates.length + metricPredicates.length > 0
          ? 'No errors match these filters'
          : 'No errors in this timeframe'
      }
      subject="view with an error"
    />
  )
}

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
