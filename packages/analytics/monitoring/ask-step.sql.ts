import { z } from 'zod'
import { groupBy } from '@playhead/domain/group-by.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { runInQueue } from '../cache/query-cache.ts'
import type { NewestStep } from './ask-newest-step.sql.ts'
import { dimensionValue, samplesOf, type MonitoringFilter } from './monitoring-dimension.sql.ts'
import { allSums, isShown, viewersIn } from './monitoring-measure.sql.ts'
import { ratioMetricIds, type RatioMonitoringMetricId } from './monitoring-metric.ts'
import type { Watched } from './monitoring-question.ts'
import { stepSeconds } from './steps.ts'

/** The dimensions that are pushed. MONI-021 */
export const steppedDimensions = [
  'asn',
  'cdn',
  'country',
  'operating_system',
  'platform',
  'player_name',
  'region',
  'stream_type',
  'sub_property_id',
  'video_id',
  'video_series',
  'video_title',
  'view_has_ad',
] as const satisfies readonly MonitoringDimensionId[]

export type SteppedDimension = (typeof steppedDimensions)[number]

/** Rows of each dimension, those with the most viewers; there are 249 codes of countries. */
export const steppedRowsMax = 250

/** A value of a dimension, with all sums. */
export interface SteppedGroup {
  value: string | null
  label: string | null
  sums: readonly number[]
}

export interface SteppedGroups {
  groups: readonly SteppedGroup[]
  /** How many values there are for each metric, also beyond the listed ones. */
  totals: Readonly<Record<RatioMonitoringMetricId, number>>
}

export interface StepTotals {
  sums: readonly number[]
  /** Milliseconds, in any order. */
  startupTimes: readonly number[]
}

export interface StepAnswer {
  /** By step; steps without samples are missing. */
  totals: ReadonlyMap<number, StepTotals>
  /** The newest step; dimensions without samples are missing. */
  groups: ReadonlyMap<SteppedDimension, SteppedGroups>
  /** The number of viewers of each title in the steps before the newest. */
  titles: ReadonlyMap<number, ReadonlyMap<string, number>>
}

export interface SteppedQuestion extends NewestStep {
  filters: readonly MonitoringFilter[]
  /** The first step whose totals are asked for. */
  totalsFrom: number
  /** The first step whose titles are asked for; the newest has them anyway. */
  titlesFrom: number
  signal?: AbortSignal
}

const Row = z.object({
  kind: z.enum(['totals', 'titles', ...steppedDimensions]),
  step: z.number(),
  value: z.string().nullable(),
  label: z.string().nullable(),
  sums: z.array(z.number()),
  totals: z.array(z.number()),
  startup_times: z.array(z.number()),
})
type Row = z.infer<typeof Row>

const keyOf = (dimension: SteppedDimension) => sql.identifier(`key_${dimension}`)

/** The value of the dimension whose grouping set the row belongs to. */
const chosen = (values: (dimension: SteppedDimension) => SqlFragment) =>
  sql`multiIf(${sql.join(
    steppedDimensions
      .slice(1)
      .map((dimension) => sql`GROUPING(${keyOf(dimension)}) = 0, ${values(dimension)}`),
  )}, ${values(steppedDimensions[0])})`

const shown = sql.join(ratioMetricIds.map((metric) => sql`toUInt32(${isShown(metric, sql`sums`)})`))

const totalsOf = (environment: Watched, question: SteppedQuestion) => sql`
  SELECT 'totals' AS kind, toUnixTimestamp(sampled_at) AS step, CAST(NULL AS Nullable(String)) AS value,
    CAST(NULL AS Nullable(String)) AS label, ${allSums} AS sums, CAST([] AS Array(UInt64)) AS totals,
    groupArray(assumeNotNull(video_startup_time)) FILTER (WHERE video_startup_time IS NOT NULL) AS startup_times
  ${samplesOf(environment, rangeFrom(question.totalsFrom, question), question.filters)}
  GROUP BY sampled_at`

const groupsOf = (environment: Watched, question: SteppedQuestion) => sql`
  SELECT kind, ${uint(question.newest)} AS step, value, label, sums, totals,
    CAST([] AS Array(UInt32)) AS startup_times
  FROM (
    SELECT kind, value, label, sums, sumForEach([${shown}]) OVER (PARTITION BY kind) AS totals
    FROM (
      SELECT ${chosen((dimension) => sql`${dimension}`)} AS kind, ${chosen(keyOf)} AS value,
        if(kind = 'asn', any(CAST(asn_name AS Nullable(String))), NULL) AS label, ${allSums} AS sums
      FROM (
        SELECT *, ${sql.join(
          steppedDimensions.map(
            (dimension) => sql`${dimensionValue(dimension)} AS ${keyOf(dimension)}`,
          ),
        )}
        ${samplesOf(environment, rangeFrom(question.newest, question), question.filters)})
      GROUP BY GROUPING SETS (${sql.join(steppedDimensions.map((dimension) => sql`(${keyOf(dimension)})`))}))
    WHERE arrayExists(sum -> sum > 0, sums))
  ORDER BY kind, sums[1] DESC, ifNull(value, '')
  LIMIT ${uint(steppedRowsMax)} BY kind`

const titlesOf = (environment: Watched, question: SteppedQuestion) => sql`
  SELECT 'titles' AS kind, toUnixTimestamp(sampled_at) AS step,
    CAST(video_title AS Nullable(String)) AS value, CAST(NULL AS Nullable(String)) AS label,
    [toFloat64(countIf(is_watching))] AS sums, CAST([] AS Array(UInt64)) AS totals,
    CAST([] AS Array(UInt32)) AS startup_times
  ${samplesOf(
    environment,
    { first: question.titlesFrom, last: question.newest - stepSeconds },
    question.filters,
  )} AND is_watching AND video_title IS NOT NULL
  GROUP BY sampled_at, value
  ORDER BY step, sums[1] DESC, value
  LIMIT ${uint(steppedRowsMax)} BY step`

const rangeFrom = (first: number, { newest, isEarly }: NewestStep) => ({
  first,
  last: newest,
  isLastEarly: isEarly,
})

const groupsIn = (rows: readonly Row[]) => {
  const groups = new Map<SteppedDimension, SteppedGroups>()
  for (const [kind, ofKind] of groupBy(rows, (row) => row.kind)) {
    if (kind === 'totals' || kind === 'titles') continue
    const totals = ratioMetricIds.map((metric, place) => [metric, ofKind[0]!.totals[place]!])
    groups.set(kind, { groups: ofKind, totals: Object.fromEntries(totals) })
  }
  return groups
}

const titlesIn = (rows: readonly Row[]) => {
  const titles = new Map<number, Map<string, number>>()
  for (const { kind, step, value, sums } of rows) {
    if (kind !== 'titles' || value === null) continue
    const ofStep = titles.get(step) ?? new Map<string, number>()
    titles.set(step, ofStep.set(value, viewersIn(sums)))
  }
  return titles
}

/**
 * All metrics of the newest step, for all viewers and for the values of every dimension, in one statement; with it the
 * totals of the steps before, because samples may be written late.
 */
export const askStep = async (
  environment: Watched,
  question: SteppedQuestion,
): Promise<StepAnswer> => {
  const parts = [totalsOf(environment, question), groupsOf(environment, question)]
  if (question.titlesFrom < question.newest) parts.push(titlesOf(environment, question))
  const [totals, groups, titles = sql.empty] = parts
  const statement = sql`
    SELECT * FROM (${totals!})
    UNION ALL SELECT * FROM (${groups!})
    ${parts.length > 2 ? sql`UNION ALL SELECT * FROM (${titles})` : titles}`
  const rows = await runInQueue(environment, question.signal, () =>
    environment.clickhouse.rows(Row, statement, {
      maximumSeconds: 20,
      ...(question.signal && { signal: question.signal }),
    }),
  )
  return {
    totals: new Map(
      rows
        .filter(({ kind }) => kind === 'totals')
        .map(({ step, sums, startup_times }) => [step, { sums, startupTimes: startup_times }]),
    ),
    groups: groupsIn(rows),
    titles: titlesIn(rows),
  }
}
