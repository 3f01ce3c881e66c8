import { formatFullDate } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import {
  durationMs,
  durationText,
  type Incident,
  incidentAddress,
  peakText,
} from '../incident-words.ts'
import { dimensionValueText } from '../rule-words.ts'
import { useIncidentPage } from '../use-incidents.ts'

const shownMax = 5

interface CardProps {
  incident: Incident
  nowMs: number
}

interface ListProps extends CardProps {
  /** Incidents that may be like it, newest first. */
  asked: { rule: string; limit: number } | { type: 'anomaly' }
  isSimilar: (other: Incident) => boolean
  description: string
}

/** What those affected had in common; empty where nothing was found. */
const mostlyText = ({ causes: [first] }: Incident) =>
  first && `mostly ${dimensionValueText(first.id, first.value)}`

const List = ({ asked, isSimilar, description, incident, nowMs }: ListProps) => {
  const path = usePath()
  const { data } = useIncidentPage(asked)
  const others = (data?.data ?? [])
    .filter((one) => one.id !== incident.id && isSimilar(one))
    .slice(0, shownMax)
  if (!data || others.length === 0) return null
  const longest = Math.max(...others.map((one) => durationMs(one, nowMs)), 1)
  return (
    <Card
      title="Similar incidents"
      description={description}
      actions={
        <Link
          href={
            path('alerts/incidents') +
            stringifySearch({
              status: 'all',
              ...('rule' in asked ? { rule: asked.rule } : { type: asked.type }),
            })
          }
        >
          {'rule' in asked ? `All ${data.totalRowCount}` : 'All anomalies'}
        </Link>
      }
    >
      <ul className="flex flex-col gap-2">
        {others.map((one) => (
          <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <Link href={path(incidentAddress(one))}>{formatFullDate(one.startTime * 1_000)}</Link>
            <span className="text-sm tabular-nums">{durationText(durationMs(one, nowMs))}</span>
            <span className="text-sm break-words text-ink-2">
              {[one.description, peakText(one), mostlyText(one)].filter(Boolean).join(', ')}
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

const all = () => true

/** The others of the rule; of an anomaly, those of the same metric among the newest. */
export const SimilarIncidentsCard = ({ incident, nowMs }: CardProps) => {
  const { type, alertRuleId, measurement } = incident
  if (type === 'anomaly')
    return (
      <List
        incident={incident}
        nowMs={nowMs}
        asked={{ type }}
        isSimilar={(other) => other.measurement === measurement}
        description="Anomalies of the same metric, newest first"
      />
    )
  return (
    alertRuleId && (
      <List
        incident={incident}
        nowMs={nowMs}
        asked={{ rule: alertRuleId, limit: shownMax + 1 }}
        isSimilar={all}
        description="The others of this rule, newest first"
      />
    )
  )
}
