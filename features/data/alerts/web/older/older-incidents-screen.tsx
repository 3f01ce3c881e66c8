import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { incidentLimits, incidents } from '@playhead/features/data/incidents/contract'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { olderColumns } from './older-columns.tsx'

const interactions = { onKeyDown: onRowKeys, onClick: openRow }
const limit = incidentLimits.forPeople

/** ALRT-035, ALRT-039: the incidents as programs read them. */
export const Screen = () => {
  const path = usePath()
  const pages = usePageParameter()
  const list = useQuery({
    ...query(incidents.list, { query: { page: pages.page, limit } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  useExistingPage(pages, limit, list)
  return (
    <>
      <PageHeader title="Incidents" />
      <Card
        isFlush
        title="Incidents"
        description="The older list, with the fields that programs read."
        isFailing={list.isLoadingError}
        actions={<Link href={path('alerts/incidents?status=open')}>Alerts</Link>}
      >
        <div aria-busy={list.isPlaceholderData || undefined} {...interactions}>
          <DataTable
            label="Incidents"
            columns={olderColumns(path)}
            rows={list.data?.data}
            rowKey={({ id }) => id}
            failure={
              list.isLoadingError
                ? { message: list.error.message, onRetry: () => void list.refetch() }
                : undefined
            }
            empty={
              <EmptyState title="No incidents yet">
                Incidents of alert rules and anomalies appear here.
              </EmptyState>
            }
            footer={
              list.data && (
                <Pagination
                  page={pages.page}
                  pageSize={limit}
                  totalCount={list.data.totalRowCount}
                  hrefFor={pages.hrefFor}
                  label="Pages of incidents"
                />
              )
            }
          />
        </div>
      </Card>
    </>
  )
}
