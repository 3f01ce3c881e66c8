import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Range } from '@playhead/question-kit/timeframe/timeframe.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { AlertIcon, CheckCircleIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { incidentMarks } from '../../contract.ts'
import { affectedText } from '../affected-words.ts'
import { type Incident, incidentAddress } from '../incident-words.ts'
import { anomaliesWords, judgingWords } from '../judging-words.ts'
import { daySentence, stretchWords } from './day-sentence.ts'
import { dayWaiting } from './day-waiting.tsx'
import { useCause } from './use-cause.ts'

type Summary = CallResponse<typeof incidentMarks.retrieveSummary>['data']

const dayMs = 86_400_000
const minuteMs = 60_000
const refreshMs = 60_000

/** The last day of what is shown; it ends now where the range does. */
const useDay = ({ startMs, endMs }: Range) => {
  const [openedMs] = useState(() => Date.now())
  const isNow = Math.abs(endMs - openedMs) < 5 * minuteMs
  const end = Math.ceil(endMs / minuteMs) * minuteMs
  const from = Math.floor(Math.max(startMs, end - dayMs) / minuteMs) * minuteMs
  const when =
    isNow && end - from >= dayMs - minuteMs
      ? 'in the last 24 hours'
      : isNow
        ? `since ${stretchWords(from, undefined).slice('since '.length)}`
        : stretchWords(from, end)
  return { from, end, isNow, when, openedMs }
}

const watchingText = ({ ruleCount, anomalies }: Summary) => {
  const rules = ruleCount > 0 && `${ruleCount} alert ${ruleCount === 1 ? 'rule' : 'rules'}`
  const search = anomalies === 'on' && 'the search for anomalies'
  if (rules && search) return `${rules} and ${search} watch this environment.`
  if (rules) return `${rules} ${ruleCount === 1 ? 'watches' : 'watch'} this environment.`
  return 'The search for anomalies watches this environment.'
}

const Nothing = ({ summary, when }: { summary: Summary; when: string }) => {
  const path = usePath()
  const isWatched = summary.ruleCount > 0 || summary.anomalies === 'on'
  const waiting =
    (summary.ruleCount > 0 ? judgingWords(summary.judging)?.what : undefined) ??
    anomaliesWords(summary.judging)?.what
  return (
    <p className="flex min-w-0 grow items-center gap-3 px-4">
      {waiting ? (
        <AlertIcon size={18} className="shrink-0 text-warn" />
      ) : (
        isWatched && <CheckCircleIcon size={18} className="shrink-0 text-good" />
      )}
      <span>
        <span className="block font-medium">
          {isWatched ? `No incidents ${when}.` : 'Nothing is being watched.'}
        </span>
        <span className="block text-sm text-ink-2">
          {isWatched ? (
            (waiting ?? watchingText(summary))
          ) : (
            <>
              {summary.anomalies === 'learning'
                ? 'The search for anomalies needs more days of views. '
                : 'No alert rule is on, and neither is the search for anomalies. '}
              <Link href={path('alerts/rules')}>Alert rules</Link>
            </>
          )}
        </span>
      </span>
    </p>
  )
}

const affectedViewsText = (count: number) => {
  const text = affectedText(count)
  return `${text} affected ${text === '1' || text === 'under 1' ? 'view' : 'views'}`
}

const Sentence = ({ incident, nowMs }: { incident: Incident; nowMs: number }) => {
  const path = usePath()
  const text = daySentence(incident, useCause(incident, nowMs))
  return (
    <li className="flex min-w-[min(100%,300px)] flex-1 flex-col justify-center gap-1 border-l border-line px-4 first:border-l-0">
      <Link
        kind="plain"
        href={path(incidentAddress(incident))}
        className="line-clamp-2 font-medium break-words"
        title={text}
      >
        {text}
      </Link>
      <span className="flex items-center gap-2 text-sm text-ink-2">
        {incident.status === 'open' && <Badge tone="warn">Open</Badge>}
        {affectedViewsText(incident.affectedViews)}
      </span>
    </li>
  )
}

const Sentences = ({ summary, nowMs }: { summary: Summary; nowMs: number }) => {
  const path = usePath()
  const { worst, incidentCount } = summary
  return (
    <ul className="flex min-w-0 grow overflow-x-auto">
      {worst.map((incident) => (
        <Sentence key={incident.id} incident={incident} nowMs={nowMs} />
      ))}
      {incidentCount > worst.length && (
        <li className="flex shrink-0 items-center border-l border-line px-4">
          <Link kind="quiet" href={path('alerts/incidents?status=all')}>
            All {incidentCount}
          </Link>
        </li>
      )}
    </ul>
  )
}

export const DayCard = (range: Range) => {
  const { from, end, isNow, when, openedMs } = useDay(range)
  const asked = useQuery({
    ...query(
      incidentMarks.retrieveSummary,
      { query: { from: from / 1_000, ...(!isNow && { until: end / 1_000 }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: isNow ? refreshMs : false,
  })
  if (!asked.data && asked.isError)
    return (
      <p className="flex grow flex-wrap items-center gap-3 px-4" role="alert" data-failing="true">
        The incidents couldn’t be loaded.
        <Button size="sm" isLoading={asked.isFetching} onClick={() => void asked.refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!asked.data) return dayWaiting
  const { data: summary } = asked.data
  return summary.worst.length > 0 ? (
    <Sentences summary={summary} nowMs={openedMs} />
  ) : (
    <Nothing summary={summary} when={when} />
  )
}
