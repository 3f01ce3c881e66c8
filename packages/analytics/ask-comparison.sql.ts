import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { type Formula, unique } from '@playhead/metrics/formula.ts'
import { measurements, type Measurement, type Metric } from '@playhead/metrics/metric.ts'
import { metrics, type MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import { noteFilters } from './pieces/filter-sets/asked-filters.sql.ts'
import { askPieceViewers } from './pieces/ask-viewers.sql.ts'
import { PieceReads, planQuestion } from './pieces/plan-question.ts'
import { askPieceHistograms } from './pieces/piece-histograms.ts'
import { askPieceSums } from './pieces/piece-moments.ts'
import { bucketWidth, quantileOf } from './source/histogram.ts'
import type { Bucket } from './source/condition.sql.ts'
import { askFewColumns } from './few-columns.ts'
import { addsUp, forAll, sampledQuestion } from './first-answer.sql.ts'
import {
  aliasOf,
  distinct,
  partsOf,
  type Part,
  selectedTogether,
  totalParts,
  valueOf,
  type SourceKind,
} from './source/parts.sql.ts'
import { valueOfParts } from './source/value-of-parts.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import type { Tenant } from './question/tenant.ts'

interface ComparisonValue {
  metric: MetricId
  measurement: Measurement
  value: number | null
}

export interface Comparison {
  started_views: number
  ended_views: number
  unique_viewers: number
  total_watch_time: number
  total_playing_time: number
  /** Every metric, by each of its measurements. */
  values: ComparisonValue[]
  /** The largest relative error of the percentiles; undefined when they are exact. */
  approximate: number | undefined
}

const Row = z.record(z.string(), z.number().nullable())
type Values = z.infer<typeof Row>
const uniqueViewers = unique('viewer_id')

/** All metrics at once, for the views of a question; the compared dimension value is one of its filters. */
export const askComparison = async (
  tenant: Tenant,
  question: Question,
  ids: readonly MetricId[] = Object.keys(metrics) as MetricId[],
): Promise<Comparison> => {
  const wanted = ids.flatMap(allMeasurements)
  // The next question is faster, and this one does not depend on it.
  noteFilters(tenant, question).catch(() => undefined)
  const reads = new PieceReads()
  const [ofStart, ofEnd] = await Promise.all(
    (['view_start', 'view_end'] as const).map(async (bucket) => {
      const ofBucket = wanted.filter(({ metric }) => definitionOf(metric).bucket === bucket)
      return askBucket(tenant, question, bucket, ofBucket, reads)
    }),
  )
  const [started, ended] = [ofStart?.values ?? {}, ofEnd?.values ?? {}]
  return {
    approximate: ofStart?.approximate ?? ofEnd?.approximate,
    started_views: started.total_views ?? 0,
    ended_views: ended.total_views ?? 0,
    unique_viewers: started.unique_viewers ?? 0,
    total_watch_time: started.total_watch_time ?? 0,
    total_playing_time: started.total_playing_time ?? 0,
    values: wanted.map(({ metric, measurement }) => {
      const row = definitionOf(metric).bucket === 'view_start' ? started : ended
      return { metric, measurement, value: row[nameOf(metric, measurement)] ?? null }
    }),
  }
}

interface SampledComparison extends Omit<Comparison, 'unique_viewers' | 'approximate'> {
  /** The values are from one view in so many. */
  sample_of: number
}

/** Shares and percentiles of fewer views say too little. */
const leastSampled = 1_000

/**
 * The same from one view in sixteen or fewer, with counts and sums for all of them; without unique viewers, who do not add up.
 * Undefined where the sample has too few views.
 */
export const askSampledComparison = async (
  tenant: Tenant,
  question: Question,
): Promise<SampledComparison | undefined> => {
  const sampled = await sampledQuestion(tenant, question, {
    bucket: 'view_end',
    leastViews: leastSampled,
  })
  if (sampled === undefined) return undefined
  const found = await askComparison(tenant, sampled)
  if (found.ended_views < leastSampled) return undefined
  return {
    sample_of: sampled.sampleOf,
    started_views: forAll(found.started_views, sampled),
    ended_views: forAll(found.ended_views, sampled),
    total_watch_time: forAll(found.total_watch_time, sampled),
    total_playing_time: forAll(found.total_playing_time, sampled),
    values: found.values.map((one) => {
      const formula = definitionOf(one.metric).measurements[one.measurement]
      if (one.value === null || formula === undefined) return one
      if (formula.kind === 'unique') return { ...one, value: null }
      return addsUp(formula) ? { ...one, value: forAll(one.value, sampled) } : one
    }),
  }
}

interface BucketValues {
  values: Values
  approximate: number | undefined
}

async function askBucket(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  wanted: readonly Wanted[],
  reads: PieceReads,
): Promise<BucketValues> {
  const ask = async (some: readonly Formulated[]) => {
    const query = comparisonQuery(tenant, question, bucket, some)
    return (await cachedRows(tenant, Row, query, question))[0] ?? {}
  }
  const formulas = [
    ...wanted.map(formulated),
    ...(bucket === 'view_start' ? [{ name: 'unique_viewers', formula: uniqueViewers }] : []),
  ]
  // A sample has few views.
  if (question.sampleOf !== undefined)
    return { values: await ask(formulas), approximate: undefined }
  const percentiles = formulas.filter((one) => percentileColumn(one) !== '')
  const others = formulas.filter((one) => percentileColumn(one) === '')
  // The rollup has few rows, however many views there were.
  if (question.timeframe.isHistorical) {
    const approximate = percentiles.length === 0 ? undefined : bucketWidth
    return { values: await ask(formulas), approximate }
  }
  const [found, ofColumns] = await Promise.all([askOthers(others), askPercentiles(percentiles)])
  return {
    values: Object.assign({}, ...found, ...ofColumns.values) as Values,
    approximate: ofColumns.approximate,
  }

  async function askPercentiles(
    all: readonly Formulated[],
  ): Promise<{ values: Values[]; approximate: number | undefined }> {
    const columns = all.map(percentileColumn)
    const histogramOf = await askPieceHistograms(tenant, question, bucket, columns, reads)
    if (histogramOf === undefined) {
      const values = await askFewColumns(all, percentileColumn, (some) => ask(some))
      return { values, approximate: undefined }
    }
    const values = all.map(({ name, formula }) => ({
      [name]:
        formula.kind === 'quantile' ? quantileOf(histogramOf(formula.column), formula.level) : null,
    }))
    return { values, approximate: bucketWidth }
  }

  async function askOthers(all: readonly Formulated[]): Promise<Values[]> {
    if ((await planQuestion(tenant, question, bucket, { reads })) === undefined)
      return [await ask(all)]
    const uniques = all.filter(({ formula }) => formula.kind === 'unique')
    return Promise.all([askSums(all.filter((one) => !uniques.includes(one))), askViewers(uniques)])
  }

  async function askSums(added: readonly Formulated[]): Promise<Values> {
    const at = await askPieceSums(tenant, question, bucket, reads)
    if (at === undefined) return ask(added)
    const [views = 0, watchTime = 0, playingTime = 0] = totalParts.map(at)
    return {
      ...Object.fromEntries(added.map(({ name, formula }) => [name, valueOfParts(formula, at)])),
      total_views: views,
      total_watch_time: watchTime,
      total_playing_time: playingTime,
    }
  }

  async function askViewers(uniques: readonly Formulated[]): Promise<Values> {
    if (uniques.length === 0) return {}
    const viewers = await askPieceViewers(tenant, question, bucket, reads)
    if (viewers === undefined) return ask(uniques)
    // Views give no value where none has a viewer.
    const value = viewers === 0 ? null : viewers
    return Object.fromEntries(uniques.map(({ name }) => [name, value]))
  }
}

function percentileColumn({ formula }: Formulated): string {
  return formula.kind === 'quantile' ? formula.column : ''
}

interface Formulated {
  name: string
  formula: Formula
}

function formulated({ metric, measurement }: Wanted): Formulated {
  const formula = definitionOf(metric).measurements[measurement] ?? uniqueViewers
  return { name: nameOf(metric, measurement), formula }
}

interface Wanted {
  metric: MetricId
  measurement: Measurement
}

function allMeasurements(metric: MetricId): Wanted[] {
  const known = definitionOf(metric).measurements
  return measurements
    .filter((measurement) => known[measurement] !== undefined)
    .map((measurement) => ({ metric, measurement }))
}

function definitionOf(id: MetricId): Metric {
  return metrics[id]
}

function nameOf(metric: MetricId, measurement: Measurement): string {
  return `${metric} ${measurement}`
}

function comparisonQuery(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  formulas: readonly Formulated[],
): SqlFragment {
  const source = sourceOf(tenant, question, bucket)
  const parts = partsOfAll(formulas, source.kind)
  const values = formulas.map(
    ({ name, formula }) =>
      sql`${valueOf(formula, source.kind, aliasOf)} AS ${sql.identifier(name)}`,
  )
  return sql`SELECT ${sql.join([...values, ...totals(source.kind)], ', ')}
    FROM (SELECT ${selectedTogether(parts, source.kind)} ${source.rows}) ${settings}`
}

function partsOfAll(formulas: readonly Formulated[], kind: SourceKind): Part[] {
  return distinct([...formulas.flatMap(({ formula }) => partsOf(formula, kind)), ...totalParts])
}

function totals(_source: SourceKind): SqlFragment[] {
  const [views, watchTime, playingTime] = totalParts.map(aliasOf)
  return [
    sql`${views!} AS total_views`,
    sql`${watchTime!} AS total_watch_time`,
    sql`${playingTime!} AS total_playing_time`,
  ]
}
