import type { ReactNode } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { affectedText, affectedWords, isAffectedAtStart } from '../affected-words.ts'
import {
  durationMs,
  durationText,
  type Incident,
  peakWord,
  thresholdOf,
  thresholdText,
} from '../incident-words.ts'
import { metricText, titleOfMetric, valueText } from '../metric-text.ts'
import { windowWords } from '../rule-words.ts'

interface FactProps {
  term: string
  value: ReactNode
  note?: ReactNode
}

const Fact = ({ term, value, note }: FactProps) => (
  <div className="min-w-0 border-line px-4 py-3 max-lg:border-t lg:flex-1 lg:border-l lg:first:border-l-0">
    <dt className="text-sm text-ink-2">{term}</dt>
    <dd className="text-xl font-medium break-words tabular-nums">
      {value}
      {note && <span className="block text-sm font-normal text-ink-2">{note}</span>}
    </dd>
  </div>
)

const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

const Moment = ({ term, seconds, note }: { term: string; seconds: number; note?: string }) => (
  <Fact
    term={term}
    value={<Time at={seconds * 1_000}>{clock.format(seconds * 1_000)}</Time>}
    note={[day.format(seconds * 1_000), note].filter(Boolean).join(', ')}
  />
)

const viewersText = (count: number | null) =>
  count === null
    ? undefined
    : `${formatNumber(Math.round(count))} concurrent ${Math.round(count) === 1 ? 'viewer' : 'viewers'}`

const RuleFact = ({ incident }: { incident: Incident }) => {
  const path = usePath()
  const { alertRule, alertRuleId } = incident
  if (!alertRule) return null
  const name = `${titleOfMetric(alertRule.metric)} ${thresholdText(incident) ?? ''}`
  return (
    <Fact
      term="Rule"
      value={
        <span className="block text-lg leading-normal">
          {alertRuleId ? <Link href={path(`alerts/rules/${alertRuleId}`)}>{name}</Link> : name}
        </span>
      }
      note={`over ${windowWords(alertRule.windowDuration)}`}
    />
  )
}

const UsualFact = ({ incident }: { incident: Incident }) => {
  const { anomaly, measurement } = incident
  if (!anomaly) return null
  return (
    <Fact
      term="Usually"
      value={metricText(measurement, anomaly.usual)}
      note={`unusual ${thresholdText(incident) ?? ''}, over ${windowWords(anomaly.windowDuration)}`}
    />
  )
}

interface IncidentFactsProps {
  incident: Incident
  nowMs: number
}

/** ALRT-009 for an open incident, ALRT-010 and ALRT-011 for one that ended. */
export const IncidentFacts = ({ incident, nowMs }: IncidentFactsProps) => {
  const { measurement, status, endTime } = incident
  const duration = durationText(durationMs(incident, nowMs))
  const startViewers = viewersText(incident.ccvOnStart)
  const atStart = startViewers && `${startViewers} at the start`
  return (
    <dl className="grid grid-cols-2 border-line lg:flex lg:border-t">
      <Moment term="Started" seconds={incident.startTime} note={`${duration} long`} />
      {status === 'open' ? (
        <Fact
          term="Now"
          value={valueText(measurement, incident.metricNow)}
          note={`${valueText(measurement, incident.metricOnTrigger)} when it opened`}
        />
      ) : (
        <>
          {endTime !== null && <Moment term="Ended" seconds={endTime} />}
          <Fact
            term="At the end"
            value={valueText(measurement, incident.metricOnEnd)}
            note={viewersText(incident.ccvOnEnd)}
          />
        </>
      )}
      <Fact
        term={peakWord(thresholdOf(incident)?.area)}
        value={valueText(measurement, incident.peakMetricDuringIncident)}
        note="the worst window"
      />
      <Fact
        term="Affected views"
        value={affectedText(incident.affectedViews)}
        note={
          <>
            <span className="block">{affectedWords(incident)}</span>
            {!isAffectedAtStart(incident) && atStart}
          </>
        }
      />
      <RuleFact incident={incident} />
      <UsualFact incident={incident} />
    </dl>
  )
}
