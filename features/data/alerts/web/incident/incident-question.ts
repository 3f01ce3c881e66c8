import { useMemo } from 'react'
import {
  parseAll,
  parsePredicate,
  writePredicate,
} from '@playhead/question-kit/question/predicate.ts'
import type { Question } from '@playhead/question-kit/question/question.ts'
import type { Incident } from '../incident-words.ts'
import { filtersOfIncident } from './incident-links.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** An anomaly starts with the last five minutes of its first window. */
const shortestWindowSeconds = 300

/**
 * The finished views of an incident, and those from an hour before it to its end. An open incident is looked at until
 * the page was opened. The first windows of an anomaly may reach far back; what was unusual began in them.
 */
export const useIncidentQuestion = (incident: Incident, openedMs: number) => {
  const { startTime, endTime, anomaly } = incident
  const reachSeconds = anomaly ? anomaly.windowDuration - shortestWindowSeconds : 0
  const startMs = Math.floor(((startTime - reachSeconds) * 1_000) / minuteMs) * minuteMs
  const endMs = Math.max(
    Math.ceil((endTime === null ? openedMs : endTime * 1_000) / minuteMs) * minuteMs,
    startMs + minuteMs,
  )
  const filters = filtersOfIncident(incident).join('\n')
  return useMemo(() => {
    const predicates = parseAll(filters.split('\n'), parsePredicate, writePredicate)
    const questionFrom = (fromMs: number): Question => ({
      timeframe: [fromMs, endMs].map((ms) => String(ms / 1_000)),
      predicates,
      metricPredicates: [],
    })
    return {
      range: { startMs, endMs },
      during: questionFrom(startMs),
      withHourBefore: questionFrom(startMs - hourMs),
      hourBeforeMs: startMs - hourMs,
    }
  }, [filters, startMs, endMs])
}

export type IncidentQuestion = ReturnType<typeof useIncidentQuestion>
