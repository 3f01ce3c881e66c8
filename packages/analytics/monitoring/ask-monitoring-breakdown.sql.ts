import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { dimensionValue, samplesOf } from './monitoring-dimension.sql.ts'
import { measured } from './monitoring-measure.sql.ts'
import { metricValue, negativeImpact, type RatioMonitoringMetricId } from './monitoring-metric.ts'
import type { MonitoringQuestion, Watched } from './monitoring-question.ts'
import { stepsOf } from './steps.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

const monitoringOrders = ['negative_impact', 'value', 'views', 'field'] as const
type MonitoringOrder = (typeof monitoringOrders)[number]

interface MonitoringRow {
  value: string | null
  /** The name for a number, such as that of a network. */
  label: string | null
  metricValue: number | null
  negativeImpact: number
  /** Mean over the steps of the range. */
  viewers: number
  startingUp: number
}

const GroupRow = z.object({
  value: z.string().nullable(),
  label: z.string().nullable(),
  viewers: z.number(),
  starting_up: z.number(),
  over: z.number(),
  under: z.number(),
})

export interface MonitoringBreakdown {
  dimension: MonitoringDimensionId
  orderBy: MonitoringOrder
  direction: 'asc' | 'desc'
  limit: number
}

const sortKeys: Record<MonitoringOrder, (row: MonitoringRow) => number | string | null> = {
  negative_impact: (row) => row.negativeImpact,
  value: (row) => row.metricValue,
  views: (row) => row.viewers,
  field: (row) => row.value,
}

const compare = (one: number | string, other: number | string) =>
  one < other ? -1 : one > other ? 1 : 0

/** Unknown values come last in either direction; ties are sorted by audience, larger first. */
const ordered = (
  rows: readonly MonitoringRow[],
  { orderBy, direction }: Pick<MonitoringBreakdown, 'orderBy' | 'direction'>,
) =>
  rows.toSorted((one, other) => {
    const [a, b] = [sortKeys[orderBy](one), sortKeys[orderBy](other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    const inOrder = a === null || b === null ? 0 : compare(a, b) * (direction === 'asc' ? 1 : -1)
    return inOrder || other.viewers - one.viewers || compare(one.value ?? '', other.value ?? '')
  })

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
  const steps = stepsOf(range).length
  const rows = groups.map((group) => ({
    value: group.value,
    label: group.label,
    metricValue: metricValue(metric, group, steps),
    negativeImpact: negativeImpact(metric, group, whole),
    viewers: group.viewers / steps,
    startingUp: group.starting_up / steps,
  }))
  return { rows: ordered(rows, breakdown).slice(0, breakdown.limit), total: rows.length }
}
