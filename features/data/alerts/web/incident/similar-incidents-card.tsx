import { formatFullDate } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { durationMs, durationText, type Incident, incidentAddress } from '../incident-words.ts'
import { metricText } from '../metric-text.ts'
import { useIncidentPage } from '../use-incidents.ts'

const shownMax = 5

interface ListProps {
  ruleId: string
  incident: Incident
  nowMs: number
}

const List = ({ ruleId, incident, nowMs }: ListProps) => {
  const path = usePath()
  const { data } = useIncidentPage({ rule: ruleId, limit: shownMax + 1 })
  const others = (data?.data ?? []).filter(({ id }) => id !== incident.id).slice(0, shownMax)
  if (!data || others.length === 0) return null
  const longest = Math.max(...others.map((one) => durationMs(one, nowMs)), 1)
  return (
    <Card
      title="Similar incidents"
      description="The others of this rule, newest first"
      actions={
        <Link href={path('alerts/incidents') + stringifySearch({ status: 'all', rule: ruleId })}>
          All {data.totalRowCount}
        </Link>
      }
    >
      <ul className="flex flex-col gap-2">
        {others.map((one) => (
          <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <Link href={path(incidentAddress(one))}>{formatFullDate(one.startTime * 1_000)}</Link>
            <span className="text-sm tabular-nums">{durationText(durationMs(one, nowMs))}</span>
            <span className="text-sm break-words text-ink-2">
              {one.description}, peak {metricText(one.measurement, one.peakMetricDuringIncident)}
            </span>
            <span className="h-1 w-[60px] self-center rounded-sm bg-sunk" aria-hidden="true">
              <span
                className="block h-full rounded-sm bg-ink-3"
                style={{ width: `${(durationMs(one, nowMs) / longest) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const SimilarIncidentsCard = ({ incident, nowMs }: Omit<ListProps, 'ruleId'>) =>
  incident.alertRuleId && <List ruleId={incident.alertRuleId} incident={incident} nowMs={nowMs} />
