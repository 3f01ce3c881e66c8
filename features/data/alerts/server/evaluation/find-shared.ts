import { askSharedValues } from '@playhead/analytics/alerting/ask-shared-values.sql.ts'
import type { MonitoringFilter } from '@playhead/analytics/monitoring/monitoring-dimension.sql.ts'
import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import { causeCounts, type IncidentCause } from '@playhead/features/data/incidents/contract'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { causesAmong } from './causes-among.ts'
import type { RuleRun } from './rule-run.ts'
import { partsOfKey } from './watched-question.ts'

const searched: readonly MonitoringDimensionId[] = [
  'asn',
  'cdn',
  'country',
  'operating_system',
  'platform',
  'player_name',
  'stream_type',
  'sub_property_id',
  'video_title',
]
/** The last minute says enough of many viewers, and costs little. */
const minuteSeconds = 60

const filtersOf = ({ rule }: RuleRun, groupKey: string): MonitoringFilter[] => [
  ...rule.filters.map(({ dimension, value, exclude }) => ({
    dimension,
    value,
    isNegated: exclude,
  })),
  ...partsOfKey(groupKey).map((value, at) => ({
    dimension: rule.group_by[at]!,
    value,
    isNegated: false,
  })),
]

/** What those whom an incident affects share as it opens. An engine that does not answer keeps no incident from opening. */
export const findShared = async (
  run: RuleRun,
  { groupKey, step }: { groupKey: string; step: number },
): Promise<IncidentCause[]> => {
  const { app, rule, searches } = run
  if (rule.area !== 'above' || !(rule.metric in causeCounts) || searches.left <= 0) return []
  searches.left -= 1
  const filters = filtersOf(run, groupKey)
  const known = new Set(filters.flatMap((one) => (one.isNegated ? [] : [one.dimension])))
  const length = Math.min(rule.window_seconds, minuteSeconds)
  return askSharedValues(
    { id: rule.environment_id, clickhouse: app.clickhouse },
    {
      metric: rule.metric,
      range: { first: step - length + stepSeconds, last: step },
      filters,
      dimensions: searched.filter((dimension) => !known.has(dimension)),
    },
  ).then(causesAmong, () => [])
}
