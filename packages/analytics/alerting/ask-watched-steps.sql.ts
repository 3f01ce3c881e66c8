import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { runInQueue } from '../cache/query-cache.ts'
import { dimensionValue, samplesOf } from '../monitoring/monitoring-dimension.sql.ts'
import { allSums } from '../monitoring/monitoring-measure.sql.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import type { StepRange } from '../monitoring/steps.ts'
import { partsOfGroup } from './parts-of-group.sql.ts'

/** Groups of a step with the same keys, those with the most viewers. */
const groupsOfKeysMax = 1_000

const Row = z.object({
  step: z.number(),
  keys: z.array(z.number()),
  parts: z.array(z.string().nullable()),
  sums: z.array(z.number()),
})
export type WatchedRow = z.infer<typeof Row>

/** Values that filters mention; all others of the dimension are the same to them. */
export interface MentionedValues {
  dimension: MonitoringDimensionId
  /** Null is the unknown value. */
  values: readonly (string | null)[]
}

export interface WatchedQuestions {
  range: StepRange
  mentioned: readonly MentionedValues[]
  groupBy: readonly MonitoringDimensionId[]
  signal?: AbortSignal
}

/** The place of a value among those that are mentioned, from 1 on; 0 is any other value. */
const keyOf = ({ dimension, values }: MentionedValues) => {
  const value = dimensionValue(dimension)
  const known = values.flatMap((one, at) => (one === null ? [] : [{ one, key: at + 1 }]))
  const ofKnown =
    known.length === 0
      ? sql`toUInt64(0)`
      : sql`transform(assumeNotNull(${value}), ${known.map(({ one }) => one)}, ${uints(known.map(({ key }) => key))}, toUInt64(0))`
  return sql`if(isNull(${value}), ${uint(values.indexOf(null) + 1)}, ${ofKnown})`
}

/**
 * All sums of each step, for the viewers that no filter tells apart, and for each group of values. One statement serves
 * all filters of the mentioned dimensions; without a grouping there is one group without values.
 */
export const askWatchedSteps = (
  environment: Watched,
  { range, mentioned, groupBy, signal }: WatchedQuestions,
): Promise<WatchedRow[]> => {
  const keys =
    mentioned.length === 0
      ? sql`CAST([] AS Array(UInt64))`
      : sql`[${sql.join(mentioned.map(keyOf))}]`
  const statement = sql`
    SELECT toUnixTimestamp(sampled_at) AS step, ${keys} AS keys, ${partsOfGroup(groupBy)} AS parts,
      ${allSums} AS sums
    ${samplesOf(environment, range, [])}
    GROUP BY sampled_at, keys, parts
    ORDER BY step, keys, sums[1] DESC
    LIMIT ${uint(groupsOfKeysMax)} BY step, keys`
  return runInQueue(environment, signal, () =>
    environment.clickhouse.rows(Row, statement, { maximumSeconds: 10, ...(signal && { signal }) }),
  )
}
