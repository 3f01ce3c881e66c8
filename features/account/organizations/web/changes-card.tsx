import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate, formatFullDate } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badge.tsx'
import { Card } from '@playhead/ui/card.tsx'
import { type Column, DataTable } from '@playhead/ui/data-table.tsx'
import { EmptyState } from '@playhead/ui/empty-state.tsx'
import { Pagination } from '@playhead/ui/pagination.tsx'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/page-parameter.ts'
import { query } from '@playhead/web-kit/query.ts'
import { organizations } from '../contract.ts'
import { actorName, describeChange, type Change } from './describe-change.ts'

const pageSize = 10

const columns: Column<Change>[] = [
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
    render: ({ createdAt }) => (
      <time
        dateTime={createdAt}
        title={formatFullDate(createdAt)}
        className="whitespace-nowrap tabular-nums text-ink-2"
      >
        {formatDate(createdAt)}
      </time>
    ),
  },
]

const useChanges = () => {
  const paging = usePageParameter('changes_page')
  const list = useQuery({
    ...query(
      organizations.listChanges,
      { query: { page: paging.page, limit: pageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, pageSize, list)
  return { ...paging, list }
}

/** Who changed what, newest first. */
export const ChangesCard = () => {
  const { list, page, hrefFor } = useChanges()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card isFlush title="Recent changes" isFailing={list.isLoadingError}>
      <DataTable
        label="Recent changes"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={pageSize}
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
          totalCount > pageSize && (
            <Pagination
              page={page}
              pageSize={pageSize}
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
