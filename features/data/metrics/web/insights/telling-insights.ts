import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { type Metric, type Measurement } from '@playhead/metrics/metric.ts'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'
import type { InsightRow } from './use-insights.ts'

interface Place {
  dimension: DimensionId
  filterValue: string | null
}

export interface Insight extends InsightRow {
  dimension: DimensionId
  /** Other names of the same views, such as the language of a country. */
  also: Place[]
}

interface Whole {
  value: number | null
  totalViews: number
}

/** What nearly all views share explains nothing. */
const nearlyAll = 0.9

/** The bound of a normal distribution for a chance of 5 %. */
const deviations = 1.96

/** A median scatters more than a mean. */
const scatterOfMedian = Math.PI / 2

/**
 * The most that values of single views can scatter: shares and scores lie between 0 and 1; times and counts scatter about
 * as much as they are large.
 */
const varianceOf = (value: number, metric: Metric) =>
  metric.unit === 'score' || metric.unit === 'percentage'
    ? Math.max(value * (1 - value), 0)
    : value ** 2

/** Whether the values differ from those of all other views by more than chance explains. */
const isSignificant = (
  row: InsightRow,
  whole: Whole,
  metric: Metric,
  measurement: Measurement,
  sampleOf: number,
) => {
  const others = whole.totalViews - row.totalViews
  // A number of views is no sample of anything.
  if (whole.value === null || others <= 0 || measurement === 'count') return true
  // Sums are compared by what a view adds to them.
  const isSum = measurement === 'sum'
  const own = isSum ? row.metric / Math.max(row.totalViews, 1) : row.metric
  const all = isSum ? whole.value / whole.totalViews : whole.value
  const usual = (all * whole.totalViews - own * row.totalViews) / others
  const variance =
    varianceOf(own, metric) / Math.max(row.views, 1) + varianceOf(usual, metric) / others
  const isMean = measurement !== 'median' && measurement !== '95th'
  const error = Math.sqrt(isMean ? variance : variance * scatterOfMedian)
  return Math.abs(own - usual) > deviations * error * Math.sqrt(sampleOf)
}

/** The same sums mean the same views. */
const viewsOf = (row: InsightRow) =>
  [
    row.views,
    row.totalViews,
    row.totalWatchTime,
    row.totalPlayingTime,
    row.metric.toPrecision(9),
    row.negativeImpactScore.toPrecision(9),
  ].join(' ')

/**
 * The insights that tell something: significant, each group of views once, without what nearly all views share. Those of
 * one view in `sampleOf` say so many views, and are as certain as that many fewer.
 */
export const tellingInsights = (
  rows: readonly InsightRow[],
  whole: Whole | undefined,
  metric: Metric,
  measurement: Measurement,
  sampleOf = 1,
): Insight[] => {
  const found = new Map<string, Insight>()
  for (const row of rows) {
    const { filterColumn: dimension, filterValue } = row
    if (!isDimension(dimension)) continue
    const share =
      whole && whole.totalViews >= row.totalViews ? row.totalViews / whole.totalViews : 0
    if (share > nearlyAll) continue
    if (whole && !isSignificant(row, whole, metric, measurement, sampleOf)) continue
    const same = found.get(viewsOf(row))
    if (same) same.also.push({ dimension, filterValue })
    else found.set(viewsOf(row), { ...row, dimension, also: [] })
  }
  return [...found.values()]
}
