import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { actorName, describeChange, type Change } from './describe-change.ts'
import { changesPageSize, type useChanges } from './use-changes.ts'

export const changeColumns: Column<Change>[] = [
  {
    id: 'change',
    title: 'Change',
    isMain: true,
    render: (change) => {
      const { what, subject } = describeChange(change)
      return (
        <span>
          {what} {subject && <span className="font-normal text-ink-3">{subject}</span>}
        </span>
      )
    },
  },
  {
    id: 'actor',
    title: 'Who',
    render: (change) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2 md:justify-start">
        {actorName(change)}
        {change.masquerading && <Badge tone="warn">Masquerading</Badge>}
      </span>
    ),
  },
  {
    id: 'when',
    title: 'When',
    align: 'end',
    render: ({ createdAt }) => <Time at={createdAt} className="tabular-nums text-ink-2" />,
  },
]

/** Who changed what, newest first. */
export const ChangesCard = ({ list, page, hrefFor }: ReturnType<typeof useChanges>) => {
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card isFlush title="Recent changes" isFailing={list.isLoadingError}>
      <DataTable
        label="Recent changes"
        columns={changeColumns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={changesPageSize}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No changes yet">
            What people and programs change in this organization is listed here.
          </EmptyState>
        }
        footer={
          totalCount > changesPageSize && (
            <Pagination
              page={page}
              pageSize={changesPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of changes"
            />
          )
        }
      />
    </Card>
  )
}
