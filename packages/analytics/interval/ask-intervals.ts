import type { Formula } from '@playhead/metrics/formula.ts'
import { measurements, type Measurement, type Metric } from '@playhead/metrics/metric.ts'
import { metricIds, metrics, type MetricId } from '@playhead/metrics/metrics.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { countedMoments, type Moments, noMoments } from '../change/moments.ts'
import { askPieceViewers } from '../pieces/ask-viewers.sql.ts'
import { PieceReads, planQuestion } from '../pieces/plan-question.ts'
import { askPieceMoments } from '../pieces/piece-moments.ts'
import { askPieceHistograms } from '../pieces/piece-histograms.ts'
import { quantileBounds } from '../source/histogram.ts'
import { askMoments, askQuantileBounds, type Bounded } from './ask-moments.sql.ts'
import {
  type Interval,
  quantileLevels,
  ratioInterval,
  shareInterval,
  totalInterval,
} from './interval.ts'

interface MetricInterval {
  metric: MetricId
  measurement: Measurement
  interval: Interval | null
  /** Number of views behind the value. */
  views: number
}

type Quantile = Extract<Formula, { kind: 'quantile' }>
type Other = Exclude<Formula, Quantile>

interface Wanted<F extends Formula = Formula> {
  metric: MetricId
  measurement: Measurement
  formula: F
}

/** The 95 % confidence interval of every metric. ADR 0027 */
export const askIntervals = async (
  tenant: Tenant,
  question: Question,
): Promise<MetricInterval[]> => {
  // The rollup does not store how much the views of a day differ.
  if (question.timeframe.isHistorical) return []
  const buckets = ['view_start', 'view_end'] as const
  const reads = new PieceReads()
  const found = await Promise.all(
    buckets.map((bucket) => ofBucket(tenant, question, bucket, reads)),
  )
  return found.flat()
}

async function ofBucket(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  reads: PieceReads,
): Promise<MetricInterval[]> {
  const wanted = metricIds.flatMap((metric) => formulasOf(metric, bucket))
  const others = wanted.filter((one): one is Wanted<Other> => one.formula.kind !== 'quantile')
  const quantiles = wanted.filter((one): one is Wanted<Quantile> => one.formula.kind === 'quantile')
  const { moments, counts } = await momentsOfAll(
    tenant,
    question,
    bucket,
    others.map(({ formula }) => formula),
    quantiles.map(({ formula }) => formula.column),
    reads,
  )
  const bounds = await boundsOfAll(
    tenant,
    question,
    bucket,
    quantiles.map(({ formula: { column, level } }, place) => ({
      column,
      levels: quantileLevels(level, counts[place] ?? 0),
    })),
    reads,
  )
  return [
    ...others.map(({ metric, measurement, formula }, place) => {
      const own = moments[place]!
      return { metric, measurement, views: own.views, interval: intervalOf(formula, own) }
    }),
    ...quantiles.map(({ metric, measurement }, place) => ({
      metric,
      measurement,
      views: counts[place] ?? 0,
      interval: bounds[place] ?? null,
    })),
  ]
}

async function boundsOfAll(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  asked: readonly Bounded[],
  reads: PieceReads,
): Promise<(Interval | null)[]> {
  const columns = asked.map(({ column }) => column)
  const histogramOf = await askPieceHistograms(tenant, question, bucket, columns, reads)
  if (histogramOf === undefined) return askQuantileBounds(tenant, question, bucket, asked)
  return asked.map(({ column, levels }) => quantileBounds(histogramOf(column), levels))
}

/** From pieces, where they have them all. */
async function momentsOfAll(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  formulas: readonly Other[],
  columns: readonly string[],
  reads: PieceReads,
): ReturnType<typeof askMoments> {
  const added = formulas.filter(({ kind }) => kind !== 'unique')
  if ((await planQuestion(tenant, question, bucket, { reads })) === undefined)
    return askMoments(tenant, question, bucket, formulas, columns)
  const uniques = formulas.filter(({ kind }) => kind === 'unique')
  const [found, ofUniques] = await Promise.all([
    askPieceMoments(tenant, question, bucket, added, columns, reads),
    uniques.length === 0 ? undefined : momentsOfViewers(uniques),
  ])
  if (found === undefined) return askMoments(tenant, question, bucket, formulas, columns)
  const moments = formulas.map((formula) =>
    formula.kind === 'unique'
      ? ofUniques?.moments[uniques.indexOf(formula)]
      : found.moments[added.indexOf(formula)],
  )
  return { moments: moments.map((one) => one ?? noMoments), counts: found.counts }

  async function momentsOfViewers(
    asked: readonly Other[],
  ): Promise<{ moments: readonly Moments[] }> {
    const viewers = await askPieceViewers(tenant, question, bucket, reads)
    return viewers === undefined
      ? askMoments(tenant, question, bucket, asked, [])
      : { moments: asked.map(() => countedMoments(viewers)) }
  }
}

function formulasOf(id: MetricId, bucket: Bucket): Wanted[] {
  const metric: Metric = metrics[id]
  if (metric.bucket !== bucket) return []
  return measurements.flatMap((measurement) => {
    const formula = metric.measurements[measurement]
    return formula ? [{ metric: id, measurement, formula }] : []
  })
}

function intervalOf(formula: Other, own: Parameters<typeof ratioInterval>[0]): Interval | null {
  switch (formula.kind) {
    case 'ratio':
      return formula.over.kind === 'count_where' && formula.under.kind === 'views'
        ? shareInterval(own.x, own.y)
        : ratioInterval(own)
    case 'average':
      return ratioInterval(own)
    case 'views':
    case 'count_where':
    case 'count_of':
    case 'sum':
    case 'sum_with':
    case 'unique':
      return totalInterval(own)
  }
}
