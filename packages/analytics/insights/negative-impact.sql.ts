import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import { average, type Formula } from '@playhead/metrics/formula.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { bucketOf, histogramQuantile, valueOfBucket } from '../source/histogram.sql.ts'
import {
  aggregated,
  aliasOf,
  part,
  partsOf,
  selected,
  totalOf,
  validViewsOf,
  valueOf,
  type At,
} from '../source/parts.sql.ts'
import type { Source } from '../source/source.sql.ts'

/**
 * For groups of at least this share, the percentile of the others is read from histograms; for smaller ones it is
 * estimated in proportion.
 */
const leastShareLeftOut = 0.01
type Quantile = Extract<Formula, { kind: 'quantile' }>
const watchTime = part('sum', 'watch_time')

/**
 * (The metric of a group − that of all other views) in the bad direction × the group's share of the views or of the
 * watch time. For percentiles it is an approximation that decides in which order groups are examined.
 */
export const negativeImpact = (
  asked: Formula,
  metric: Metric,
  given?: OwnAndOthers,
): SqlFragment => {
  // Unique counts of all others cannot be derived from those of the groups.
  if (metric.better === 'neither' || asked.kind === 'unique') return sql`0.`
  // Sums differ by the number of views, which says nothing about quality, so their means are compared.
  const formula = asked.kind === 'sum' ? average(asked.column) : asked
  const [own, others] = given ?? [
    valueOf(formula, 'raw', aliasOf),
    valueOf(formula, 'raw', ofOthers),
  ]
  const difference =
    metric.better === 'lower' ? sql`(${own} - ${others})` : sql`(${others} - ${own})`
  // Without other views with a value there is nothing to compare with.
  const [views, all] = [validViewsOf(formula, aliasOf), validViewsOf(formula, totalOf)]
  return sql`if(${all} = ${views}, 0., ${difference} * ${shareOf(formula, metric)})`
}

/** The group's share of the views, or of the watch time. */
export const shareOf = (formula: Formula, metric: Metric): SqlFragment => {
  return metric.relativeTo === 'watch_time'
    ? sql`${aliasOf(watchTime)} / nullIf(${totalOf(watchTime)}, 0)`
    : sql`${validViewsOf(formula, aliasOf)} / nullIf(${validViewsOf(formula, totalOf)}, 0)`
}

/** The metric of a group, and that of all other views. */
type OwnAndOthers = readonly [SqlFragment, SqlFragment]

/** The percentile of a group, `found`, and that of all other views, as far as one query can compute it. */
export const comparedQuantiles = (
  formula: Formula,
  metric: Metric,
  source: Source,
): OwnAndOthers | undefined => {
  if (!isComparedQuantile(formula, metric)) return undefined
  const [views, all] = [validViewsOf(formula, aliasOf), validViewsOf(formula, totalOf)]
  const moved = (own: SqlFragment, whole: SqlFragment) =>
    sql`(${whole} * ${all} - ${own} * ${views}) / (${all} - ${views})`
  if (source.kind === 'raw') return [sql`found`, moved(sql`found`, sql`compared`)]
  const place = sql`indexOf(compared.1, field)`
  const ofBucket = valueOfBucket(bucketOf(sql`found`))
  return [
    sql`if(${place} > 0, compared.2[1 + ${place}], ${ofBucket})`,
    sql`if(${place} > 0, compared.2[1 + length(compared.1) + ${place}], ${moved(ofBucket, sql`compared.2[1]`)})`,
  ]
}

export const isComparedQuantile = (formula: Formula, metric: Metric): formula is Quantile => {
  return metric.better !== 'neither' && formula.kind === 'quantile'
}

/** As floating point, so that differences cannot wrap around below zero. */
const ofOthers: At = (each) => sql`(${signed(totalOf(each))} - ${signed(aliasOf(each))})`

function signed(number: SqlFragment): SqlFragment {
  return sql`ifNull(toFloat64(${number}), 0)`
}

/**
 * The `WITH …` of a query for impacts of a percentile: the percentile of all views. For the rollup also the groups with
 * a large share of the views, the percentile of each, and that of all others to each.
 */
export const comparedGroups = (
  formula: Formula,
  metric: Metric,
  source: Source,
  field: SqlFragment,
): SqlFragment => {
  if (!isComparedQuantile(formula, metric)) return sql.empty
  if (source.kind === 'raw') {
    const parts = partsOf(formula, 'raw')
    return sql`WITH (SELECT ${valueOf(formula, 'raw', aliasOf)} FROM (SELECT ${selected(parts, 'raw')} ${source.rows})) AS compared
  `
  }
  const { level, column } = formula
  const ofOne = histogramQuantile(sql`histogram`, level)
  const [histogram, count] = [part('histogram', column), part('count', column)]
  return sql`WITH (SELECT (arrayMap(one -> one.1, large), arrayMap(histogram -> ${ofOne}, arrayConcat([all_histogram], arrayMap(one -> one.2, large), arrayMap(one -> mapSort(mapSubtract(all_histogram, one.2)), large))))
    FROM (SELECT sumMap(histogram) AS all_histogram, arrayFilter(one -> one.3 >= sum(counted) * ${float(leastShareLeftOut)}, groupArray((field, histogram, counted))) AS large
      FROM (SELECT ${field} AS field, ${aggregated(histogram, 'daily')} AS histogram, ${aggregated(count, 'daily')} AS counted ${source.rows} GROUP BY field))) AS compared
  `
}
