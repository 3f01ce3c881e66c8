import { Suspense } from 'react'
import { formatDate, formatFullDate, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Sparkline } from '@playhead/charts/lines/sparkline.tsx'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { affectedText, affectedWords } from '../affected-words.ts'
import {
  againstThreshold,
  durationMs,
  durationText,
  impactText,
  type Incident,
  incidentAddress,
  peakWord,
  statusLabel,
  statusTone,
  thresholdOf,
} from '../incident-words.ts'
import { metricText, titleOfMetric, valueText } from '../metric-text.ts'
import { silencedBy } from '../slots.ts'

const Silenced = ({ incident }: { incident: Incident }) =>
  useSlot(silencedBy).map(({ order, Part }) => <Part key={order} isShort incident={incident} />)

const What = ({ incident, href }: { incident: Incident; href: string }) => (
  <span className="grid justify-items-start gap-1">
    <span className="inline-flex flex-wrap items-center gap-2">
      <Link kind="plain" href={href} className="font-medium [overflow-wrap:anywhere]">
        {incident.description}
      </Link>
      <Badge tone={statusTone[incident.status]}>{statusLabel[incident.status]}</Badge>
      {incident.isFlapping && <Badge tone="warn">Flapping</Badge>}
      {incident.severity === 'warning' && <Badge>Warning</Badge>}
      <Suspense fallback={null}>
        <Silenced incident={incident} />
      </Suspense>
    </span>
    <span className="text-sm font-normal text-ink-2">{impactText(incident)}</span>
  </span>
)

/** The newest known value; of an ended incident, the worst. */
const shownValue = ({ status, metricNow, peakMetricDuringIncident, metricOnTrigger }: Incident) =>
  (status === 'open' ? metricNow : peakMetricDuringIncident) ?? metricOnTrigger

const Value = ({ incident }: { incident: Incident }) => {
  const { measurement, timeSeriesDataOnStart, timeSeriesDataOnEnd } = incident
  const points = timeSeriesDataOnEnd.length > 0 ? timeSeriesDataOnEnd : timeSeriesDataOnStart
  const value = shownValue(incident)
  const threshold = againstThreshold(incident, value)
  const title = titleOfMetric(measurement)
  return (
    <span className="grid gap-1">
      <span className="tabular-nums">
        <span className="whitespace-nowrap">
          {incident.status !== 'open' && (
            <span className="text-ink-3">{peakWord(thresholdOf(incident)?.area)} </span>
          )}
          {valueText(measurement, value)}
          {threshold && ','}
        </span>
        {threshold && <span className="whitespace-nowrap text-ink-3"> {threshold}</span>}
      </span>
      {/* A name that people write need not say what is measured. */}
      {!incident.description.startsWith(title) && (
        <span className="text-sm text-ink-3">{title}</span>
      )}
      {points.filter(({ metricValue }) => metricValue !== null).length > 1 && (
        <span className="block w-[110px] max-[630px]:justify-self-end">
          <Sparkline
            label={`The half hour before the incident ${timeSeriesDataOnEnd.length > 0 ? 'ended' : 'opened'}`}
            values={points.map(({ metricValue }) => metricValue)}
            format={(value) => metricText(measurement, value)}
            height={20}
            baseline="zero"
          />
        </span>
      )}
    </span>
  )
}

const Since = ({ incident, nowMs }: { incident: Incident; nowMs: number }) => (
  <span className="grid justify-items-end">
    <Time at={incident.startTime * 1_000}>
      {formatDate(incident.startTime * 1_000, { now: new Date(nowMs) })}
    </Time>
    <span className="text-sm whitespace-nowrap text-ink-3">
      for {durationText(durationMs(incident, nowMs))}
    </span>
  </span>
)

const whoOf = ({ acknowledgedBy, resolvedBy, status, snoozedUntil }: Incident, nowMs: number) => {
  if (resolvedBy) return `Resolved by ${resolvedBy}`
  if (acknowledgedBy) return acknowledgedBy
  if (status !== 'open') return unknownValue
  return snoozedUntil && Date.parse(snoozedUntil) > nowMs
    ? `Snoozed until ${formatFullDate(snoozedUntil)}`
    : 'Nobody yet'
}

export const incidentColumns = (
  hrefOf: (below: string) => string,
  nowMs: number,
): Column<Incident>[] => [
  {
    id: 'what',
    title: 'What',
    isMain: true,
    render: (incident) => <What incident={incident} href={hrefOf(incidentAddress(incident))} />,
  },
  {
    id: 'value',
    title: 'Value',
    width: 170,
    render: (incident) => <Value incident={incident} />,
  },
  {
    id: 'viewers',
    title: 'Viewers',
    align: 'end',
    width: 90,
    render: ({ ccvOnStart }) => formatNumber(ccvOnStart),
  },
  {
    id: 'affected',
    title: 'Affected',
    align: 'end',
    width: 90,
    render: (incident) => (
      <span title={affectedWords(incident)}>{affectedText(incident.affectedViews)}</span>
    ),
  },
  {
    id: 'since',
    title: 'Since',
    align: 'end',
    width: 150,
    render: (incident) => <Since incident={incident} nowMs={nowMs} />,
  },
  {
    id: 'who',
    title: 'Who has it',
    width: 160,
    render: (incident) => <span className="break-words">{whoOf(incident, nowMs)}</span>,
  },
]
