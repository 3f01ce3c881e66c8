import { useQuery } from '@tanstack/react-query'
import { formatFullDate, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { incidents } from '@playhead/features/data/incidents/contract'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { affectedText } from '../affected-words.ts'
import { impactText, incidentAddress } from '../incident-words.ts'
import { titleOfMetric } from '../metric-text.ts'
import { silenceAction } from '../slots.ts'
import { olderColumns } from './older-columns.tsx'
import { Breakdowns, type OlderIncident, OlderStatus, olderValue } from './older-words.tsx'

const Facts = ({ incident }: { incident: OlderIncident }) => {
  const path = usePath()
  const { startedAt, resolvedAt, sampleSize, sampleSizeUnit } = incident
  return (
    <Card title="About">
      <p className="pb-3 text-md">{impactText(incident)}</p>
      <DescriptionList
        items={[
          { term: 'Of', detail: <Breakdowns incident={incident} path={path} /> },
          { term: 'Value', detail: olderValue(incident, incident.measuredValue) },
          { term: 'Threshold', detail: olderValue(incident, incident.threshold) },
          { term: 'Measured', detail: `${formatNumber(sampleSize)} ${sampleSizeUnit}` },
          { term: 'Affected views', detail: affectedText(incident.affectedViews) },
          { term: 'Started', detail: formatFullDate(startedAt) },
          {
            term: 'Resolved',
            detail: resolvedAt === null ? unknownValue : formatFullDate(resolvedAt),
          },
        ]}
      />
    </Card>
  )
}

/** ALRT-039 */
const Related = ({ id }: { id: string }) => {
  const path = usePath()
  const related = useQuery(query(incidents.listRelated, { params: { id } }, { quiet: true }))
  return (
    <Card
      isFlush
      title="Related incidents"
      description="Of the same cause, or of the same value at the same time"
      isFailing={related.isLoadingError}
    >
      <DataTable
        label="Related incidents"
        columns={olderColumns(path)}
        rows={related.data?.data}
        rowKey={({ id: key }) => key}
        skeletonRows={2}
        failure={
          related.isLoadingError
            ? { message: related.error.message, onRetry: () => void related.refetch() }
            : undefined
        }
        empty={<EmptyState title="No related incidents" />}
      />
    </Card>
  )
}

/** ALRT-035 to ALRT-039 */
export const Screen = () => {
  const path = usePath()
  const id = useParam('incidentId')?.trim() ?? ''
  const found = useQuery(query(incidents.retrieve, { params: { id } }, { quiet: true }))
  const incident = found.data?.data
  const silences = useSlot(silenceAction)
  return (
    <>
      <PageHeader
        title={incident ? titleOfMetric(incident.measurement) : 'Incident'}
        breadcrumbs={[{ label: 'Incidents', href: path('incidents') }]}
        meta={incident && <OlderStatus status={incident.status} />}
      >
        {incident && <LinkButton href={path(incidentAddress(incident))}>Open in Alerts</LinkButton>}
        {incident &&
          silences.map(({ order, Part }) => <Part key={order} breakdowns={incident.breakdowns} />)}
      </PageHeader>
      {incident ? (
        <Stack gap={3}>
          <Facts incident={incident} />
          <Related key={id} id={id} />
        </Stack>
      ) : (
        <Card isFailing={found.isError}>
          {found.isError ? (
            <FailedState
              message={found.error.message}
              isRetrying={found.isFetching}
              onRetry={() => void found.refetch()}
            />
          ) : (
            <Loading label="Loading the incident">
              <SkeletonLines count={7} />
            </Loading>
          )}
        </Card>
      )}
    </>
  )
}
