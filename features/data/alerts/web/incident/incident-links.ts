import { predicateValue } from '@playhead/question-kit/question/predicate.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import { inRealTime } from '../marks/same-measure.ts'
import { isMonitoringMetric } from '../metric-text.ts'
import { filterTexts } from '../rule-words.ts'
import type { Incident } from '../incident-words.ts'

/** An incident names an unknown value of a group by the empty text. */
const groupText = (dimension: string, value: string) =>
  `${dimension}:${predicateValue(value === '' ? null : value)}`

/** The filters of the rule and the values of the group, as the question of real-time data has them. */
export const filtersOfIncident = ({ alertRule, breakdowns }: Incident): string[] => {
  if (!alertRule) return breakdowns.map(({ id, value }) => groupText(id, value))
  const grouped = alertRule.groupBy.flatMap((dimension) => {
    const found = breakdowns.findLast(({ id }) => id === dimension)
    return found ? [groupText(dimension, found.value)] : []
  })
  return [...new Set([...filterTexts(alertRule.filters), ...grouped])]
}

const isInRealTime = (filter: string) =>
  Object.keys(monitoringDimensions).some((dimension) => filter.startsWith(`${dimension}:`))

/** How long real-time data is kept. */
const keptMs = 86_400_000

/** Undefined where the plan has no real-time data, and where that of an incident which ended is gone. ALRT-009 */
export const useRealTimeLink = (incident: Incident, nowMs: number) => {
  const screenPath = useScreenPath()
  const { measurement, startTime, endTime } = incident
  const metric = isMonitoringMetric(measurement) ? measurement : inRealTime[measurement]
  const isGone = endTime !== null && startTime * 1_000 <= nowMs - keptMs
  if (metric === undefined || isGone) return undefined
  const screen = screenPath(`monitoring/${metric}`)
  if (screen === undefined) return undefined
  return (
    screen +
    stringifySearch({
      filters: incident.alertRule
        ? filtersOfIncident(incident)
        : filtersOfIncident(incident).filter(isInRealTime),
      ...(endTime !== null && { start: startTime }),
    })
  )
}
