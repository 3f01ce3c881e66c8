import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { type CommonValues, groupedByKeys } from './ask-common-values.sql.ts'
import type { Impact, ImpactOptions } from './ask-impacts.sql.ts'
import type { Measured } from '../question/definition.ts'
import { bucketOf, histogramQuantile } from '../source/histogram.sql.ts'
import { negativeImpact, shareOf } from './negative-impact.sql.ts'
import { aliasOf, part, totalOf } from '../source/parts.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { settings, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'

export type Quantile = Extract<Formula, { kind: 'quantile' }>

/** The rank of a number in its group: its bucket, and its position within the bucket from 1. */
export interface Rank {
  bucket: number
  position: number
}

/** A percentile is interpolated between the numbers of two ranks. */
export interface Place {
  ranks: Rank[]
  /** The weight of the second number. */
  fraction: number
}

const Ranks = z.array(z.tuple([z.number(), z.number()]))

const Row = z.object({
  place: z.number(),
  key: z.number(),
  value: z.number(),
  negative_impact: z.number(),
  total_views: z.number(),
  total_watch_time: z.number(),
  total_playing_time: z.number(),
  views: z.number(),
  share: z.number(),
  has_others: z.number(),
  fraction: z.number(),
  ranks: Ranks,
  others_fraction: z.number(),
  others_ranks: Ranks,
})

/** Value and impact are accurate to the width of a bucket. */
export interface QuantileImpact {
  row: Impact
  /** Share of the views, or of the watch time. */
  share: number
  own: Place
  /** The percentile of all other views with a value; undefined when there are none. */
  others: Place | undefined
}

/** The first rows of several breakdowns by a percentile, from histograms of its values. */
export const askQuantileImpacts = async (
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  dimensions: readonly CommonValues[],
  options: ImpactOptions,
): Promise<QuantileImpact[]> => {
  const query = quantileImpactsQuery(tenant, definition, question, dimensions, options)
  const rows = await cachedRows(tenant, Row, query, question)
  return rows.map(
    ({ place, key, share, has_others, ranks, fraction, others_ranks, others_fraction, ...row }) => {
      const { dimension, values } = dimensions[place]!
      const others = placeOf(others_ranks, others_fraction)
      return {
        row: { ...row, dimension, field: values[key - 1] ?? null },
        share,
        own: placeOf(ranks, fraction),
        others: has_others === 1 ? others : undefined,
      }
    },
  )
}

function placeOf(ranks: z.infer<typeof Ranks>, fraction: number): Place {
  return { ranks: ranks.map(([bucket, position]) => ({ bucket, position })), fraction }
}

/** A number outside the range of buckets. */
const withoutValue = sql`toInt16(32767)`
const watchTime = part('sum', 'watch_time')
const playingTime = part('sum', 'playing_time')

function quantileImpactsQuery(
  tenant: Tenant,
  { metric, formula }: Measured & { formula: Quantile },
  question: Question,
  dimensions: readonly CommonValues[],
  { perDimension, leastShare }: ImpactOptions,
): SqlFragment {
  const { level } = formula
  const source = sourceOf(tenant, question, metric.bucket)
  const number = sql.identifier(formula.column)
  const count = part('count', formula.column)
  const [views, all] = [aliasOf(count), totalOf(count)]
  const { keys, sets, place, key } = groupedByKeys(dimensions, [sql`bucket`])
  const totals = [count, watchTime].map(
    (each) => sql`sum(${aliasOf(each)}) OVER (PARTITION BY place) AS ${totalOf(each)}`,
  )
  const impact = negativeImpact(formula, metric, [sql`own`, sql`others`])
  const own = rankOf(level, views)
  const ofOthers = rankOf(level, sql`(${all} - ${views})`)
  return sql`SELECT place, key, assumeNotNull(own) AS value, ifNull(${impact}, 0) AS negative_impact,
      total_views, ${aliasOf(watchTime)} AS total_watch_time, ${aliasOf(playingTime)} AS total_playing_time, ${views} AS views,
      ifNull(${shareOf(formula, metric)}, 0) AS share, ${all} > ${views} AS has_others,
      ${own} - floor(${own}) AS fraction, ${ranksIn(sql`histogram`, own, views)} AS ranks,
      ${ofOthers} - floor(${ofOthers}) AS others_fraction, ${ranksIn(sql`others_histogram`, ofOthers, sql`(${all} - ${views})`)} AS others_ranks
    FROM (SELECT *, ${histogramQuantile(sql`histogram`, level)} AS own, ${histogramQuantile(sql`others_histogram`, level)} AS others
      FROM (SELECT *, mapSort(mapSubtract(all_histogram, histogram)) AS others_histogram
        FROM (SELECT *, sumMap(histogram) OVER (PARTITION BY place) AS all_histogram, ${sql.join(totals)}
          FROM (SELECT place, key, mapSort(mapFromArrays(groupArrayIf(bucket, bucket != ${withoutValue}), groupArrayIf(counted, bucket != ${withoutValue}))) AS histogram,
              sumIf(counted, bucket != ${withoutValue}) AS ${views}, sum(counted) AS total_views, sum(watched) AS ${aliasOf(watchTime)}, sum(played) AS ${aliasOf(playingTime)}
            FROM (SELECT ${place} AS place, ${key} AS key, bucket, count() AS counted, sum(watch_time) AS watched, sum(playing_time) AS played
              FROM (SELECT ${keys}, if(isNull(${number}), ${withoutValue}, ${bucketOf(number)}) AS bucket, watch_time, playing_time ${source.rows})
              GROUP BY GROUPING SETS (${sets}))
            GROUP BY place, key))
        WHERE key > 0 AND ${views} > ${all} * ${float(leastShare)}))
    ORDER BY place, negative_impact DESC NULLS LAST, views DESC, key ASC
    LIMIT ${uint(perDimension)} BY place ${settings}`
}

/** The rank of a percentile as in quantileExactInclusive: counted from 1, with a fraction for interpolation. */
function rankOf(level: number, count: SqlFragment): SqlFragment {
  return sql`greatest(1., ${float(level)} * (toFloat64(${count}) - 1) + 1)`
}

/** The buckets of the rank and of the next one, each with the position inside the bucket. */
function ranksIn(histogram: SqlFragment, rank: SqlFragment, count: SqlFragment): SqlFragment {
  const positions = sql`[toUInt64(floor(${rank})), least(toUInt64(floor(${rank})) + 1, toUInt64(${count}))]`
  return sql`arrayMap((buckets, counts, sums) -> arrayMap(position -> arrayMap(index -> (buckets[index], position - sums[index] + counts[index]), [arrayFirstIndex(sum -> sum >= position, sums)])[1], ${positions}),
        [mapKeys(${histogram})], [mapValues(${histogram})], [arrayCumSum(mapValues(${histogram}))])[1]`
}
