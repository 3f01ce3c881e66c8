import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import { average, type Formula } from '@playhead/metrics/formula.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { histogramQuantile } from './histogram.sql.ts'
import {
  aggregated,
  aliasOf,
  part,
  totalOf,
  validViewsOf,
  valueOf,
  type At,
  type Part,
} from './parts.sql.ts'
import type { Source } from './source.sql.ts'

/** Percentiles of all others are exact from this share on; below it a group hardly moves them, and in proportion. */
const leastShareLeftOut = 0.01
const watchTime = part('sum', 'watch_time')

/** What the impact needs beside the value itself. */
export function impactParts(formula: Formula, metric: Metric): Part[] {
  if (metric.better === 'neither' || formula.kind !== 'quantile') return []
  return [part('histogram', formula.column)]
}

/**
 * (The metric of a group − that of all other views) in the bad direction × the group's share of the views or of the
 * watch time. Percentiles of all others are read from histograms, and then those of the group as well: nothing but a
 * real difference may show.
 */
export function negativeImpact(asked: Formula, metric: Metric): SqlFragment {
  // Unique counts of all others do not follow from those of the groups.
  if (metric.better === 'neither' || asked.kind === 'unique') return sql`0.`
  // Two sums differ by how many views they have, which says nothing of how good these are: their means do.
  const formula = asked.kind === 'sum' ? average(asked.column) : asked
  const [own, others] =
    formula.kind === 'quantile'
      ? quantiles(part('histogram', formula.column), formula.level, formula)
      : [valueOf(formula, 'raw', aliasOf), valueOf(formula, 'raw', ofOthers)]
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

/** Signed, so that nothing wraps around below zero. */
const ofOthers: At = (each) => sql`(${signed(totalOf(each))} - ${signed(aliasOf(each))})`

function signed(number: SqlFragment): SqlFragment {
  return sql`ifNull(toFloat64(${number}), 0)`
}

/** `WITH …` of a query that says the impact: the histogram of all views, read once. */
export function allViews(formula: Formula, metric: Metric, source: Source): SqlFragment {
  const [histogram] = impactParts(formula, metric)
  if (histogram === undefined) return sql.empty
  return sql`WITH (SELECT ${aggregated(histogram, source.kind)} ${source.rows}) AS all_histogram `
}

function quantiles(histogram: Part, level: number, formula: Formula): [SqlFragment, SqlFragment] {
  const own = aliasOf(histogram)
  const [views, all] = [validViewsOf(formula, aliasOf), validViewsOf(formula, totalOf)]
  const isLarge = sql`${views} >= ${all} * ${float(leastShareLeftOut)}`
  const leftOut = sql`arrayMap(left_out -> mapSort(mapSubtract(all_histogram, left_out)), if(${isLarge}, [${own}], []))`
  const ofOwn = histogramQuantile(own, level)
  const ofAll = histogramQuantile(sql`all_histogram`, level)
  return [
    ofOwn,
    sql`if(${isLarge}, ${histogramQuantile(sql`${leftOut}[1]`, level)}, (${ofAll} * ${all} - ${ofOwn} * ${views}) / (${all} - ${views}))`,
  ]
}
