import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { dimensionValue, samplesOf } from './monitoring-dimension.sql.ts'
import { measured } from './monitoring-measure.sql.ts'
import type { RatioMonitoringMetricId } from './monitoring-metric.ts'
import type { MonitoringQuestion, Watched } from './monitoring-question.ts'
import { type MonitoringRow, type RankedBy, rankRows } from './rank-rows.ts'
import { stepsOf } from './steps.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

const GroupRow = z.object({
  value: z.string().nullable(),
  label: z.string().nullable(),
  viewers: z.number(),
  starting_up: z.number(),
  over: z.number(),
  under: z.number(),
})

export interface MonitoringBreakdown extends RankedBy {
  dimension: MonitoringDimensionId
}

export const askMonitoringBreakdown = async (
  environment: Watched,
  metric: RatioMonitoringMetricId,
  breakdown: MonitoringBreakdown,
  { range, filters, signal }: MonitoringQuestion,
): Promise<{ rows: MonitoringRow[]; total: number }> => {
  const label =
    breakdown.dimension === 'asn' ? sql`any(CAST(asn_name AS Nullable(String)))` : sql`NULL`
  const groups = await cachedRowsFrom(
    'samples',
    environment,
    GroupRow,
    sql`
    SELECT ${dimensionValue(breakdown.dimension)} AS value, ${label} AS label, ${measured(metric)}
    ${samplesOf(environment, range, filters)}
    GROUP BY value
    HAVING viewers > 0 OR starting_up > 0 OR over > 0 OR under > 0`,
    signal,
  )
  const whole = { over: 0, under: 0 }
  for (const { over, under } of groups) {
    whole.over += over
    whole.under += under
  }
  const rows = rankRows(metric, groups, whole, stepsOf(range).length, breakdown)
  return { rows, total: groups.length }
}
