import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { alertLimits } from '../../contract.ts'
import { AlertsHeader } from '../alerts-header.tsx'
import { JudgingNotice } from '../judging-notice.tsx'
import { useAllRules } from '../use-rules.ts'
import { incidentColumns } from './incident-columns.tsx'
import { IncidentFilters } from './incident-filters.tsx'
import { NoIncidents } from './no-incidents.tsx'
import { useIncidentList } from './use-incident-list.ts'

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

/** ALRT-003, ALRT-004, ALRT-013 */
export const Screen = () => {
  const path = usePath()
  const incidents = useIncidentList()
  const { rules } = useAllRules()
  const { list } = incidents
  return (
    <>
      <AlertsHeader tab="incidents" />
      <JudgingNotice hasRules={rules?.some(({ isEnabled }) => isEnabled) ?? false} />
      <Card
        isFlush
        title="Incidents"
        description="Incidents of alert rules, and anomalies. Kept for 400 days."
        isFailing={list.isLoadingError}
        actions={<IncidentFilters incidents={incidents} rules={rules} />}
      >
        <div
          className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
          aria-busy={list.isPlaceholderData || undefined}
          {...interactions}
        >
          <DataTable
            label="Incidents"
            // Durations are of when the list came, and it comes every five seconds.
            columns={incidentColumns(path, list.dataUpdatedAt)}
            rows={list.data?.data}
            rowKey={({ id }) => id}
            failure={
              list.isLoadingError
                ? { message: list.error.message, onRetry: () => void list.refetch() }
                : undefined
            }
            empty={<NoIncidents incidents={incidents} rules={rules} />}
            footer={
              list.data && (
                <Pagination
                  page={incidents.page}
                  pageSize={alertLimits.incidentsPage}
                  totalCount={list.data.totalRowCount}
                  hrefFor={incidents.hrefFor}
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
