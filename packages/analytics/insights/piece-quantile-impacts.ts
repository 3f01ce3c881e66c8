import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { isMostlyRaw } from '../pieces/plan-range.ts'
import { planValues } from '../pieces/values/plan-values.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { type Histogram, quantileOf } from '../source/histogram.ts'
import type { Impact } from './ask-impacts.sql.ts'
import { askPieceValues, type PieceValue } from './ask-piece-values.sql.ts'
import type { Quantile } from './ask-quantile-impacts.sql.ts'
import { askValueHistograms } from './ask-value-histograms.sql.ts'

interface PieceQuantiles {
  /** Accurate to the width of a bucket. */
  impacts: Impact[]
  /** Dimensions to be read from views: pieces lack their values, or the histogram of one. */
  others: readonly DimensionId[]
}

/** The values with more than a given share of the views, from sums and histograms of hours and days. ADR 0123 */
export const pieceQuantileImpacts = async (
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  dimensions: readonly DimensionId[],
  leastShare: number,
): Promise<PieceQuantiles> => {
  const { metric, formula } = definition
  const planned = await planValues(tenant, question, metric.bucket, dimensions, {
    hasHistograms: true,
  })
  const { start, end } = question.timeframe
  const range = { start: start.getTime(), end: end.getTime() }
  const plans = (planned?.plans ?? []).filter(({ raw }) => !isMostlyRaw(range, raw))
  if (plans.length === 0) return { impacts: [], others: dimensions }
  const asked = { bucket: metric.bucket, plans }
  const values = await askPieceValues(tenant, definition, question, asked, leastShare)
  const histogramOf = await askValueHistograms(tenant, question, {
    ...asked,
    column: formula.column,
    values,
  })
  const whole = histogramOf({ dimension: '', stored: '' })
  const isWhole = (value: PieceValue) =>
    viewsIn(histogramOf(value)) === value.views && viewsIn(whole) === value.all_views
  const isPlanned = new Set(plans.flatMap((plan) => plan.dimensions))
  const incomplete = new Set(values.filter((value) => !isWhole(value)).map((one) => one.dimension))
  return {
    impacts: values
      .filter(({ dimension }) => !incomplete.has(dimension))
      .map((value) => impactOf(value, { own: histogramOf(value), whole }, definition)),
    others: dimensions.filter((id) => !isPlanned.has(id) || incomplete.has(id)),
  }
}

function viewsIn({ counts }: Histogram): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function impactOf(
  { dimension, stored, views, all_views, all_watch_time, ...totals }: PieceValue,
  { own, whole }: { own: Histogram; whole: Histogram },
  { metric, formula }: Measured & { formula: Quantile },
): Impact {
  const value = quantileOf(own, formula.level) ?? 0
  const rest = quantileOf(without(whole, own), formula.level) ?? value
  const share = isRelativeToTime(metric)
    ? totals.total_watch_time / Math.max(all_watch_time, Number.MIN_VALUE)
    : views / all_views
  return {
    dimension,
    field: stored === '' ? null : stored.slice(1),
    value,
    negative_impact: (metric.better === 'lower' ? value - rest : rest - value) * share,
    views,
    ...totals,
  }
}

function isRelativeToTime({ relativeTo }: Metric): boolean {
  return relativeTo === 'watch_time'
}

function without(whole: Histogram, part: Histogram): Histogram {
  const counted = new Map(part.buckets.map((bucket, index) => [bucket, part.counts[index]!]))
  return {
    buckets: whole.buckets,
    counts: whole.counts.map((count, index) => count - (counted.get(whole.buckets[index]!) ?? 0)),
  }
}
