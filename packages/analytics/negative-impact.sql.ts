import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import { average, type Formula } from '@playhead/metrics/formula.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { bucketOf, histogramQuantile, valueOfBucket } from './histogram.sql.ts'
import { aggregated, aliasOf, part, totalOf, validViewsOf, valueOf, type At } from './parts.sql.ts'
import type { Source } from './source.sql.ts'

/** Percentiles of all others are read from histograms from this share on; below it a group moves them in proportion. */
const leastShareLeftOut = 0.01
type Quantile = Extract<Formula, { kind: 'quantile' }>
const watchTime = part('sum', 'watch_time')

/**
 * (The metric of a group − that of all other views) in the bad direction × the group's share of the views or of the
 * watch time. Percentiles of all others are those of buckets, and then those of the group as well: nothing but a real
 * difference may show.
 */
export function negativeImpact(asked: Formula, metric: Metric, given?: OwnAndOthers): SqlFragment {
  // Unique counts of all others do not follow from those of the groups.
  if (metric.better === 'neither' || asked.kind === 'unique') return sql`0.`
  // Two sums differ by how many views they have, which says nothing of how good these are: their means do.
  const formula = asked.kind === 'sum' ? average(asked.column) : asked
  const [own, others] = given ?? ownAndOthers(formula)
  const difference =
    metric.better === 'lower' ? sql`(${own} - ${others})` : sql`(${others} - ${own})`
  const counted = metric.relativeTo === 'watch_time' ? watchTime : undefined
  const share = counted
    ? sql`${aliasOf(counted)} / nullIf(${totalOf(counted)}, 0)`
    : sql`${validViewsOf(formula, aliasOf)} / nullIf(${validViewsOf(formula, totalOf)}, 0)`
  // Without other views that have a value there is nothing to compare with.
  const [views, all] = [validViewsOf(formula, aliasOf), validViewsOf(formula, totalOf)]
  return sql`if(${all} = ${views}, 0., ${difference} * ${share})`
}

/** The metric of a group, and that of all other views. */
export type OwnAndOthers = readonly [SqlFragment, SqlFragment]

function ownAndOthers(formula: Formula): OwnAndOthers {
  return formula.kind === 'quantile'
    ? quantiles(formula)
    : [valueOf(formula, 'raw', aliasOf), valueOf(formula, 'raw', ofOthers)]
}

/** Signed, so that nothing wraps around below zero. */
const ofOthers: At = (each) => sql`(${signed(totalOf(each))} - ${signed(aliasOf(each))})`

function signed(number: SqlFragment): SqlFragment {
  return sql`ifNull(toFloat64(${number}), 0)`
}

/**
 * `WITH …` of a query that says the impact of a percentile: the groups with a large share of the views, then the
 * percentiles of all, of each of these groups, and of all others to each. Groups are counted by bucket, which costs a
 * third of adding up histograms.
 */
export function comparedGroups(
  formula: Formula,
  metric: Metric,
  source: Source,
  field: SqlFragment,
): SqlFragment {
  if (metric.better === 'neither' || formula.kind !== 'quantile') return sql.empty
  const { level } = formula
  const ofOne = histogramQuantile(sql`histogram`, level)
  return sql`WITH (SELECT (arrayMap(one -> one.1, large), arrayMap(histogram -> ${ofOne}, arrayConcat([all_histogram], arrayMap(one -> one.2, large), arrayMap(one -> mapSort(mapSubtract(all_histogram, one.2)), large))))
    FROM (SELECT sumMap(histogram) AS all_histogram, arrayFilter(one -> one.3 >= sum(counted) * ${float(leastShareLeftOut)}, groupArray((field, histogram, counted))) AS large
      FROM (${histograms(formula.column, source, field)}))) AS compared
  `
}

function histograms(column: string, source: Source, field: SqlFragment): SqlFragment {
  if (source.kind === 'daily') {
    const [histogram, count] = [part('histogram', column), part('count', column)]
    return sql`SELECT ${field} AS field, ${aggregated(histogram, 'daily')} AS histogram, ${aggregated(count, 'daily')} AS counted ${source.rows} GROUP BY field`
  }
  const number = sql.identifier(column)
  return sql`SELECT field, mapSort(mapFromArrays(groupArray(bucket), groupArray(views))) AS histogram, sum(views) AS counted
      FROM (SELECT ${field} AS field, ${bucketOf(number)} AS bucket, count() AS views ${source.rows} AND isNotNull(${number}) GROUP BY field, bucket) GROUP BY field`
}

/** Of a group and of all others, as alternatives for large and small groups. */
function quantiles(formula: Quantile): OwnAndOthers {
  const place = sql`indexOf(compared.1, field)`
  const [views, all] = [validViewsOf(formula, aliasOf), validViewsOf(formula, totalOf)]
  const ofBucket = valueOfBucket(bucketOf(sql`found`))
  return [
    sql`if(${place} > 0, compared.2[1 + ${place}], ${ofBucket})`,
    sql`if(${place} > 0, compared.2[1 + length(compared.1) + ${place}], (compared.2[1] * ${all} - ${ofBucket} * ${views}) / (${all} - ${views}))`,
  ]
}
