import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { histogramOf } from '../source/histogram.sql.ts'
import { addendsOf, one, sumOf, sums } from './addends.sql.ts'
import { isHistogram, type Measure } from './measures.ts'

/** Of measures that have sums instead. */
export const noHistogram: SqlFragment = sql`CAST(([], []), 'Map(Int16, UInt64)')`

/**
 * For SELECT in a query over views: what they add up to, as a list with a tuple for each measure. With a histogram among
 * the measures, every tuple has one.
 */
export const measureTuples = (measures: readonly Measure[]): SqlFragment => {
  const hasHistograms = measures.some(isHistogram)
  return sql`[${sql.join(measures.map((measure) => tupleOf(measure, hasHistograms)))}]`
}

/** For SELECT beside `ARRAY JOIN measures AS measured`. */
export const measuredColumns: SqlFragment = sql`measured.1 AS measure, measured.2 AS views, measured.3 AS n, measured.4 AS x, measured.5 AS y, measured.6 AS xx, measured.7 AS xy, measured.8 AS yy`

/** The same for measures with a histogram among them. */
export const measuredHistogram: SqlFragment = sql`measured.9 AS histogram`

/** Measures without any value are left out. */
export const isMeasured: SqlFragment = sql`(measured.2 > 0 OR measured.3 > 0)`

function tupleOf(measure: Measure, hasHistograms: boolean): SqlFragment {
  const histogram = isHistogram(measure) ? histogramOf(sql.identifier(measure.column)) : noHistogram
  const all = [...sumsOf(measure), ...(hasHistograms ? [histogram] : [])]
  return sql`(${measure.name}, ${sql.join(all)})`
}

function sumsOf(measure: Measure): SqlFragment[] {
  const addends = addendsOf(measure)
  return sums.map((name) => {
    const addend = addends[name]
    return addend === one ? sumOf(name, sql`count()`) : sumOf(name, addend && sql`sum(${addend})`)
  })
}
