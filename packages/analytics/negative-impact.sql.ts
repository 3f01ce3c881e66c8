import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { histogramQuantile } from './histogram.sql.ts'
import {
  aggregated,
  aliasOf,
  part,
  totalOf,
  validViewsOf,
  valueOf,
  viewsPart,
  type At,
  type Part,
} from './parts.sql.ts'
import type { Source } from './source.sql.ts'

/** Leaving out fewer views than this share of them moves no percentile that anybody could read. */
const leastShareLeftOut = 0.001
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
export function negativeImpact(formula: Formula, metric: Metric, source: Source): SqlFragment {
  // Unique counts of all others do not follow from those of the groups.
  if (metric.better === 'neither' || formula.kind === 'unique') return sql`0.`
  const [own, others] =
    formula.kind === 'quantile'
      ? quantiles(part('histogram', formula.column), formula.level, formula, source)
      : [valueOf(formula, 'raw', aliasOf), valueOf(formula, 'raw', ofOthers)]
  const difference =
    metric.better === 'lower' ? sql`(${own} - ${others})` : sql`(${others} - ${own})`
  const counted = metric.relativeTo === 'watch_time' ? watchTime : undefined
  const share = counted
    ? sql`${aliasOf(counted)} / nullIf(${totalOf(counted)}, 0)`
    : sql`${validViewsOf(formula, aliasOf)} / nullIf(${validViewsOf(formula, totalOf)}, 0)`
  // Without other views there is nothing to compare with.
  return sql`if(${totalOf(viewsPart)} = ${aliasOf(viewsPart)}, 0., ${difference} * ${share})`
}

/** Signed, so that nothing wraps around below zero. */
const ofOthers: At = (each) => sql`(${signed(totalOf(each))} - ${signed(aliasOf(each))})`

function signed(number: SqlFragment): SqlFragment {
  return sql`ifNull(toFloat64(${number}), 0)`
}

function quantiles(
  histogram: Part,
  level: number,
  formula: Formula,
  source: Source,
): [SqlFragment, SqlFragment] {
  const all = sql`(SELECT mapSort(${aggregated(histogram, source.kind)}) ${source.rows})`
  const own = aliasOf(histogram)
  const isLarge = sql`${validViewsOf(formula, aliasOf)} >= ${validViewsOf(formula, totalOf)} * ${float(leastShareLeftOut)}`
  const others = sql`arrayMap(left_out -> ${histogramQuantile(sql`mapSort(mapSubtract(${all}, left_out))`, level)}, if(${isLarge}, [${own}], []))[1]`
  return [
    histogramQuantile(sql`mapSort(${own})`, level),
    sql`if(${isLarge}, ${others}, ${histogramQuantile(all, level)})`,
  ]
}
