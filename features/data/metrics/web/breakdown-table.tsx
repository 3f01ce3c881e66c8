import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import type { Preview } from '@playhead/question-kit/charts/use-preview.ts'
import { isAtLimit } from '@playhead/question-kit/filter-bar/filter-limit.ts'
import { parsePredicate, predicateValue } from '@playhead/question-kit/question/predicate.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { metricLimits } from '../contract.ts'
import { breakdownColumns } from './breakdown-columns.tsx'
import type { Order } from './metric-choice.ts'
import { roughText } from './rough-text.ts'
import type { MetricChoiceState } from './use-metric-choice.ts'
import {
  type BreakdownAsked,
  type BreakdownRow,
  useBreakdown,
  useShown,
} from './use-metric-data.ts'

interface BreakdownTableProps {
  asked: BreakdownAsked
  state: QuestionState
  choice: MetricChoiceState
  nameOf: (dimension: BreakdownAsked['dimension']) => string
  /** Shows the line of a value in the chart, while its row is looked at. */
  onLook: (preview: Preview | undefined) => void
}

/** METR-035, METR-038 */
export const BreakdownTable = ({ asked, state, choice, nameOf, onLook }: BreakdownTableProps) => {
  const paging = usePageParameter()
  const list = useBreakdown(asked, state.query, paging.page)
  const total = list.data?.totalRowCount ?? 0
  useExistingPage(paging, metricLimits.breakdownPageSize, {
    data: list.data && { totalRowCount: total },
    isPlaceholderData: list.isPlaceholderData,
  })
  const of = useShown(asked, list.isPlaceholderData)
  const rows = list.data?.data
  const approximate = list.data?.meta.approximate
  const dimensionName = nameOf(of.dimension)
  const { maxFilters } = useFlags()
  const isLimited = isAtLimit(state.question.predicates, of.dimension, maxFilters)
  const look = (row: BreakdownRow | undefined) => {
    const [predicate] = row ? parsePredicate(`${of.dimension}:${predicateValue(row.field)}`) : []
    onLook(row && predicate && { label: displayValue(of.dimension, row.field), predicate })
  }
  return (
    // Keys that reach this have been pressed on a control of a row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows' own controls take the focus
    <div
      className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={list.isPlaceholderData || undefined}
      onKeyDown={onRowKeys}
    >
      <DataTable
        label={`Breakdown by ${dimensionName}`}
        columns={breakdownColumns({ of, dimensionName, rows: rows ?? [], state })}
        rows={rows}
        rowKey={(row) => JSON.stringify(row.field)}
        skeletonRows={10}
        onLook={isLimited ? undefined : look}
        hasStickyHead
        sort={{ column: asked.order, direction: asked.direction }}
        onSort={({ column, direction }) => choice.setSort(column as Order, direction)}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          of.query === '' ? (
            <NoResults state={state} />
          ) : (
            <EmptyState title="No Results Found">
              {`No value of ${dimensionName} with views in this time frame contains “${of.query}”.`}
            </EmptyState>
          )
        }
        footer={
          <>
            {approximate !== undefined && <span>{roughText(approximate, of.metric, state)}</span>}
            {total <= metricLimits.breakdownPageSize ? (
              <span>{total === 1 ? '1 row' : `${total} rows`}</span>
            ) : (
              <Pagination
                label="Pages of the breakdown"
                page={paging.page}
                pageSize={metricLimits.breakdownPageSize}
                totalCount={total}
                hrefFor={paging.hrefFor}
              />
            )}
          </>
        }
      />
    </div>
  )
}
