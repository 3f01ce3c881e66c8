import { engagementChoices } from '@playhead/metrics/engagement-choices.ts'
import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import type { PageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { engagementLimits } from '../contract.ts'
import { breakdownFailed } from './breakdown-failed.ts'
import { choiceIds, dimensionTitle, type EngagementOrder } from './engagement-choice.ts'
import { NumberCell } from './numbers.tsx'
import type { EngagementState } from './use-engagement.ts'
import type { Breakdown, BreakdownRow } from './use-engagement-data.ts'
import { useShown } from './use-shown.ts'
import { ValueLink } from './value-link.tsx'

interface BreakdownTableProps {
  engagement: EngagementState
  breakdown: Breakdown
  paging: PageParameter
}

const columnsOf = (
  { engagement, breakdown }: BreakdownTableProps,
  dimension: EngagementState['dimension'],
): Column<BreakdownRow>[] => {
  const { comparison } = engagement
  return [
    {
      id: 'field',
      title: dimensionTitle(dimension),
      isMain: true,
      isSortable: true,
      render: ({ field }) =>
        field === undefined ? (
          <span className="font-semibold">Total</span>
        ) : (
          <ValueLink engagement={engagement} dimension={dimension} value={field} />
        ),
    },
    ...choiceIds.map((id): Column<BreakdownRow> => ({
      id,
      title: engagementChoices[id].title,
      align: 'end',
      isSortable: true,
      width: 160,
      render: ({ field, current, previous }) => (
        <NumberCell
          of={id}
          value={current[id]}
          before={
            comparison && {
              value: previous?.[id],
              label: comparison.label,
              isWaiting: breakdown.isWaiting,
            }
          }
          isTotal={field === undefined}
        />
      ),
    })),
  ]
}

/** ENGA-015, ENGA-016, ENGA-017, ENGA-018 */
export const BreakdownTable = (props: BreakdownTableProps) => {
  const { engagement, breakdown, paging } = props
  const { rows, total, rowCount, isStale } = breakdown
  const dimension = useShown(engagement.dimension, isStale)
  if (breakdown.hasFailed)
    return (
      <FailedState
        {...breakdownFailed}
        onRetry={breakdown.retry}
        isRetrying={breakdown.isRetrying}
      />
    )
  // ENGA-016: with a single row, the total would repeat it.
  const all = rows && total && rowCount > 1 && rows.length > 0 ? [total, ...rows] : rows
  return (
    // Keys that reach this have been pressed on a control of a row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows' own controls take the focus
    <div
      className={`transition-opacity ${isStale ? 'opacity-60' : ''}`}
      aria-busy={isStale || undefined}
      onKeyDown={onRowKeys}
    >
      {breakdown.hasComparisonFailed && (
        <FailedState
          {...breakdownFailed}
          onRetry={breakdown.retry}
          isRetrying={breakdown.isRetrying}
        />
      )}
      <DataTable
        label={`Engagement by ${dimensionTitle(dimension)}`}
        columns={columnsOf(props, dimension)}
        rows={all}
        rowKey={({ field }) => JSON.stringify(field) ?? 'total'}
        skeletonRows={10}
        hasStickyHead
        sort={{ column: engagement.order, direction: engagement.direction }}
        onSort={({ column, direction }) =>
          engagement.choose({ order: column as EngagementOrder, direction })
        }
        empty={<NoResults state={engagement.state} />}
        footer={
          rows === undefined ? undefined : rowCount <= engagementLimits.pageSize ? (
            <span>{rowCount === 1 ? '1 row' : `${rowCount} rows`}</span>
          ) : (
            <Pagination
              label="Pages of the breakdown"
              page={paging.page}
              pageSize={engagementLimits.pageSize}
              totalCount={rowCount}
              hrefFor={paging.hrefFor}
            />
          )
        }
      />
    </div>
  )
}
