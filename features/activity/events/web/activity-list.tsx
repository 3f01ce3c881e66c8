import type { ReactNode } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { ListFoot } from './list-foot.tsx'

interface ActivityListProps<Row> {
  /** Also names the table and its pages. */
  title: string
  description: string
  list: {
    data: { data: Row[]; totalRowCount: number } | undefined
    error: Error | null
    isLoadingError: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  columns: Column<Row>[]
  filters: ReactNode
  empty: ReactNode
  page: number
  hrefFor: (page: number) => string
  /** Above the rows. */
  bar?: ReactNode
  /** The main cell of each row is a link, which the whole row opens. */
  opensRows?: boolean
  /** Only so many of the newest rows have pages. */
  pagedMax?: number
}

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

/** The frame of the lists of activity: filters, rows that dim while others are loaded, pages. */
export const ActivityList = <Row extends { id: string }>({
  title,
  description,
  list,
  columns,
  filters,
  empty,
  page,
  hrefFor,
  bar,
  opensRows = false,
  pagedMax,
}: ActivityListProps<Row>) => (
  <Card
    isFlush
    title={title}
    description={description}
    isFailing={list.isLoadingError}
    actions={filters}
  >
    {bar}
    <div
      className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
      aria-busy={list.isPlaceholderData || undefined}
      {...(opensRows && interactions)}
    >
      <DataTable
        label={title}
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={25}
        failure={
          list.isLoadingError
            ? { message: list.error?.message ?? '', onRetry: () => void list.refetch() }
            : undefined
        }
        empty={empty}
        footer={
          list.data && (
            <ListFoot
              page={page}
              totalCount={list.data.totalRowCount}
              hrefFor={hrefFor}
              label={`Pages of ${title.toLowerCase()}`}
              pagedMax={pagedMax}
            />
          )
        }
      />
    </div>
  </Card>
)
