import type { Formula } from '@playhead/metrics/formula.ts'
import { measurements, type Measurement, type Metric } from '@playhead/metrics/metric.ts'
import { metricIds, metrics, type MetricId } from '@playhead/metrics/metrics.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { noMoments } from '../change/moments.ts'
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
  const found = await Promise.all(buckets.map((bucket) => ofBucket(tenant, question, bucket)))
  return found.flat()
}

async function ofBucket(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
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
  )
  const bounds = await boundsOfAll(
    tenant,
    question,
    bucket,
    quantiles.map(({ formula: { column, level } }, place) => ({
      column,
      levels: quantileLevels(level, counts[place] ?? 0),
    })),
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
): Promise<(Interval | null)[]> {
  const columns = asked.map(({ column }) => column)
  const histogramOf = await askPieceHistograms(tenant, question, bucket, columns)
  if (histogramOf === undefined) return askQuantileBounds(tenant, question, bucket, asked)
  return asked.map(({ column, levels }) => quantileBounds(histogramOf(column), levels))
}

/** From pieces, except for unique viewers, who do not add up. */
async function momentsOfAll(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  formulas: readonly Other[],
  columns: readonly string[],
): ReturnType<typeof askMoments> {
  const added = formulas.filter(({ kind }) => kind !== 'unique')
  const found = await askPieceMoments(tenant, question, bucket, added, columns)
  if (found === undefined) return askMoments(tenant, question, bucket, formulas, columns)
  const uniques = formulas.filter(({ kind }) => kind === 'unique')
  const ofUniques =
    uniques.length === 0 ? undefined : await askMoments(tenant, question, bucket, uniques, [])
  const moments = formulas.map((formula) =>
    formula.kind === 'unique'
      ? ofUniques?.moments[uniques.indexOf(formula)]
      : found.moments[added.indexOf(formula)],
  )
  return { moments: moments.map((one) => one ?? noMoments), counts: found.counts }
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
