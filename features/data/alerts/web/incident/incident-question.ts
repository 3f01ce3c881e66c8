import { useMemo } from 'react'
import {
  parseAll,
  parsePredicate,
  writePredicate,
} from '@playhead/question-kit/question/predicate.ts'
import type { Question } from '@playhead/question-kit/question/question.ts'
import type { Incident } from '../incident-words.ts'
import { filtersOfIncident } from './incident-links.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** An anomaly starts with the last five minutes of its first window. */
const shortestWindowSeconds = 300

/**
 * The finished views of an incident, and what they are compared with. An open incident is looked at until the page was
 * opened. The first windows of an anomaly may reach far back; what was unusual began in them, or faintly before, so that
 * the hour before may be bad already: an anomaly is compared with the same time of the week before, as the search does.
 * All views are, because the values of the anomaly are what is searched for.
 */
export const useIncidentQuestion = (incident: Incident, openedMs: number) => {
  const { startTime, endTime, anomaly } = incident
  const isAnomaly = anomaly !== null
  const reachSeconds = anomaly ? anomaly.windowDuration - shortestWindowSeconds : 0
  const startMs = Math.floor(((startTime - reachSeconds) * 1_000) / minuteMs) * minuteMs
  const endMs = Math.max(
    Math.ceil((endTime === null ? openedMs : endTime * 1_000) / minuteMs) * minuteMs,
    startMs + minuteMs,
  )
  const filters = filtersOfIncident(incident).join('\n')
  return useMemo(() => {
    const predicates = parseAll(filters.split('\n'), parsePredicate, writePredicate)
    const baseline = isAnomaly
      ? { startMs: startMs - weekMs, endMs: endMs - weekMs }
      : { startMs: startMs - hourMs, endMs: startMs }
    const questionFrom = (fromMs: number): Question => ({
      timeframe: [fromMs, endMs].map((ms) => String(ms / 1_000)),
      predicates,
      metricPredicates: [],
    })
    return {
      range: { startMs, endMs },
      baseline,
      during: questionFrom(startMs),
      compared: {
        ...questionFrom(startMs - (isAnomaly ? dayMs : hourMs)),
        predicates: isAnomaly ? [] : predicates,
      },
    }
  }, [filters, startMs, endMs, isAnomaly])
}

export type IncidentQuestion = ReturnType<typeof useIncidentQuestion>
