import { z } from 'zod'
import type { SqlFragment } from '@playhead/clickhouse/sql.ts'
import { runInQueue } from '../cache/query-cache.ts'
import type { MonitoringFilter } from '../monitoring/monitoring-dimension.sql.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import type { RatioMonitoringMetricId } from '../monitoring/monitoring-metric.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'

/** What a rule watches. */
export interface SeenQuestion {
  metric: RatioMonitoringMetricId
  filters: readonly MonitoringFilter[]
  groupBy: readonly MonitoringDimensionId[]
  /** The groups with the most viewers. */
  groupsMax: number
  /** Epoch seconds; the end is exclusive. */
  from: number
  until: number
  signal?: AbortSignal
}

const numbers = z.array(z.number())

export const SeenGroupRow = z.object({
  parts: z.array(z.string().nullable()),
  /** Epoch seconds, in any order; times without anything are missing. */
  at: numbers,
  over: numbers,
  under: numbers,
  viewers: numbers,
})
/** The sums of one group over time; each array has a number per time. */
export type SeenGroup = z.infer<typeof SeenGroupRow>

/** A question that takes longer is too costly. */
export const askSeconds = 20

/** A group is a row with thousands of numbers: rows are parsed one by one, and other requests run in between. */
export const askSeenGroups = <Group>(
  environment: Watched,
  Group: z.ZodType<Group>,
  statement: SqlFragment,
  signal: AbortSignal | undefined,
): Promise<Group[]> =>
  runInQueue(environment, signal, async () => {
    const groups: Group[] = []
    const lines = environment.clickhouse.lines(statement, {
      maximumSeconds: askSeconds,
      ...(signal && { signal }),
    })
    for await (const line of lines) groups.push(Group.parse(JSON.parse(line)))
    return groups
  })
