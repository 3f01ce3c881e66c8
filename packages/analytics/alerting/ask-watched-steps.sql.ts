import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { runInQueue } from '../cache/query-cache.ts'
import {
  dimensionValue,
  type MonitoringFilter,
  samplesOf,
} from '../monitoring/monitoring-dimension.sql.ts'
import { allSums } from '../monitoring/monitoring-measure.sql.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import type { StepRange } from '../monitoring/steps.ts'

/** Groups of a step, those with the most viewers. */
const groupsOfStepMax = 250

const Row = z.object({
  step: z.number(),
  parts: z.array(z.string().nullable()),
  sums: z.array(z.number()),
})
export type WatchedRow = z.infer<typeof Row>

export interface WatchedQuestion {
  range: StepRange
  filters: readonly MonitoringFilter[]
  groupBy: readonly MonitoringDimensionId[]
  signal?: AbortSignal
}

/** All sums of each step, for each group of values; without a grouping there is one group without values. */
export const askWatchedSteps = (
  environment: Watched,
  { range, filters, groupBy, signal }: WatchedQuestion,
): Promise<WatchedRow[]> => {
  const parts =
    groupBy.length === 0
      ? sql`CAST([] AS Array(Nullable(String)))`
      : sql`[${sql.join(groupBy.map((dimension) => sql`CAST(${dimensionValue(dimension)} AS Nullable(String))`))}]`
  const statement = sql`
    SELECT toUnixTimestamp(sampled_at) AS step, ${parts} AS parts, ${allSums} AS sums
    ${samplesOf(environment, range, filters)}
    GROUP BY sampled_at, parts
    ORDER BY step, sums[1] DESC
    LIMIT ${uint(groupsOfStepMax)} BY step`
  return runInQueue(environment, signal, () =>
    environment.clickhouse.rows(Row, statement, { maximumSeconds: 10, ...(signal && { signal }) }),
  )
}
