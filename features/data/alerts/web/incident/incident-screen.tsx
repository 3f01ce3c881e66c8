import { useEffect, useState } from 'react'
import { formatFullDate } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ArrowRightIcon } from '@playhead/ui/icons/icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { expirySentences } from '@playhead/features/data/incidents/contract'
import {
  durationMs,
  durationText,
  impactText,
  type Incident,
  incidentTitle,
  statusLabel,
  statusTone,
} from '../incident-words.ts'
import { incidentCard, silenceAction, silencedBy } from '../slots.ts'
import { useIncident } from '../use-incidents.ts'
import { AffectedViewsCard } from './affected-views-card.tsx'
import { ChangesBeforeCard } from './changes-before-card.tsx'
import { IncidentActions } from './incident-actions.tsx'
import { IncidentChart } from './incident-chart.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { useRealTimeLink } from './incident-links.ts'
import { useIncidentQuestion } from './incident-question.ts'
import { IncidentRuleCard } from './incident-rule-card.tsx'
import { SharedCard } from './shared-card.tsx'
import { SimilarIncidentsCard } from './similar-incidents-card.tsx'

const statusText = (incident: Incident, nowMs: number) => {
  const label = statusLabel[incident.status]
  return incident.status === 'open'
    ? `${label} for ${durationText(durationMs(incident, nowMs))}`
    : label
}

const whoText = ({ status, acknowledgedBy, resolvedBy }: Incident) => {
  if (resolvedBy) return `Resolved by ${resolvedBy}`
  if (acknowledgedBy) return `Acknowledged by ${acknowledgedBy}`
  return status === 'open' ? 'Not acknowledged yet' : undefined
}

/** ALRT-011, ALRT-014 */
const Notes = ({ incident, nowMs }: { incident: Incident; nowMs: number }) => {
  const { resolutionReason, expiredBy, snoozedUntil, isFlapping, status } = incident
  const silenced = useSlot(silencedBy)
  const isSnoozed = status === 'open' && snoozedUntil !== null && Date.parse(snoozedUntil) > nowMs
  return (
    <>
      {resolutionReason === 'alert_rule_updated_triggered_resolution' && (
        <FormMessage tone="info">
          {incident.type === 'anomaly'
            ? 'This incident ended because the search for anomalies was switched off.'
            : 'This incident ended because the alert rule was changed.'}
        </FormMessage>
      )}
      {expiredBy && <FormMessage tone="info">{expirySentences[expiredBy]}</FormMessage>}
      {isSnoozed && (
        <FormMessage tone="info">
          Snoozed: no notifications are sent until {formatFullDate(snoozedUntil)}.
        </FormMessage>
      )}
      {silenced.map(({ order, Part }) => (
        <Part key={order} incident={incident} />
      ))}
      {isFlapping && (
        <FormMessage tone="warning">
          {status === 'open'
            ? 'Opened three times within an hour: it closes after 30 good minutes.'
            : 'Opened three times within an hour: it was one incident until it ended.'}
        </FormMessage>
      )}
    </>
  )
}

interface FoundProps {
  incident: Incident
  nowMs: number
}

const Found = ({ incident, nowMs }: FoundProps) => {
  const path = usePath()
  const [openedMs] = useState(nowMs)
  const asked = useIncidentQuestion(incident, openedMs)
  const cards = useSlot(incidentCard)
  const silences = useSlot(silenceAction)
  const realTime = useRealTimeLink(incident, nowMs)
  const title = incidentTitle(incident)
  useTitle(title)
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: 'Incidents', href: path(`alerts/incidents?type=${incident.type}`) }]}
        meta={
          <span className="inline-flex flex-wrap items-center gap-2 text-sm text-ink-2">
            <Badge tone={statusTone[incident.status]}>{statusText(incident, nowMs)}</Badge>
            {whoText(incident)}
          </span>
        }
      >
        <IncidentActions incident={incident} nowMs={nowMs} />
        {incident.status === 'open' &&
          silences.map(({ order, Part }) => (
            <Part key={order} breakdowns={incident.breakdowns} ruleId={incident.alertRuleId} />
          ))}
      </PageHeader>
      <Stack gap={3}>
        <Notes incident={incident} nowMs={nowMs} />
        <Card isFlush>
          <div className="px-4 pt-4">
            <p className="text-xl tracking-tight break-words">
              <bdi className="font-medium">{incident.description}.</bdi> {impactText(incident)}
            </p>
            {realTime && (
              <p className="flex justify-end pt-2 text-sm">
                <Link href={realTime} className="inline-flex items-center gap-1">
                  View in Real Time <ArrowRightIcon size={14} />
                </Link>
              </p>
            )}
            <IncidentChart incident={incident} nowMs={nowMs} />
          </div>
          <IncidentFacts incident={incident} nowMs={nowMs} />
        </Card>
        <SharedCard incident={incident} asked={asked} />
        <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Stack gap={3}>
            <ChangesBeforeCard incident={incident} />
            {cards.map(({ order, Part }) => (
              <Part key={order} incident={incident} />
            ))}
          </Stack>
          <Stack gap={3}>
            <IncidentRuleCard incident={incident} />
            <AffectedViewsCard measurement={incident.measurement} asked={asked} />
            <SimilarIncidentsCard incident={incident} nowMs={nowMs} />
          </Stack>
        </div>
      </Stack>
    </>
  )
}

/** ALRT-015 */
const useLeave = (isMissing: boolean) => {
  const navigate = useNavigate()
  const list = usePath()('alerts/incidents')
  useEffect(() => {
    if (!isMissing) return
    toasts.show({
      type: 'error',
      title: 'API Request Failed',
      description: 'Could not find that alert incident.',
    })
    navigate(list, { replace: true })
  }, [isMissing, navigate, list])
}

/** ALRT-007 to ALRT-012, ALRT-015 */
export const Screen = () => {
  const path = usePath()
  const found = useIncident(useParam('incidentId')?.trim() ?? '')
  const isMissing = isCallError(found.error) && found.error.status === 404
  useLeave(isMissing)
  if (isMissing) return null
  if (found.isLoadingError)
    return (
      <>
        <PageHeader
          title="Incident"
          breadcrumbs={[{ label: 'Incidents', href: path('alerts/incidents') }]}
        />
        <Card isFailing>
          <FailedState
            message={found.error.message}
            isRetrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      </>
    )
  if (!found.data)
    return (
      <Loading label="Loading the incident">
        <Stack gap={3}>
          <Skeleton width={320} height={30} />
          <Skeleton height={520} radius="var(--radius-lg)" />
        </Stack>
      </Loading>
    )
  return <Found incident={found.data.data} nowMs={found.dataUpdatedAt} />
}
