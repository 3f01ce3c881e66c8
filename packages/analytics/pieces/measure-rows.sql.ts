import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { perView } from '../change/per-view.sql.ts'
import { histogramOf } from '../source/histogram.sql.ts'
import { isHistogram, type Measure } from './measures.ts'

/** The columns of a row of a measure, in the order of the tuples below. */
export const sums = ['views', 'n', 'x', 'y', 'xx', 'xy', 'yy'] as const

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
  const none = sql`0.`
  switch (measure.kind) {
    case 'views':
      return [sql`count()`, sql`count()`, none, none, none, none, none]
    case 'flag': {
      const flag = sql.identifier(measure.column)
      const isTrue = sql`countIf(ifNull(${flag}, false))`
      const known = sql`countIf(isNotNull(${flag}))`
      return [isTrue, known, sql`toFloat64(${isTrue})`, none, none, none, none]
    }
    case 'number': {
      const column = sql.identifier(measure.column)
      const isGiven =
        measure.given === undefined ? sql`true` : sql`isNotNull(${sql.identifier(measure.given)})`
      const value = sql`if(${isGiven}, toFloat64(ifNull(${column}, 0)), 0.)`
      return [
        sql`countIf(${value} != 0)`,
        sql`countIf(isNotNull(${column}) AND ${isGiven})`,
        sql`sum(${value})`,
        none,
        sql`sum(${value} * ${value})`,
        none,
        none,
      ]
    }
    case 'ratio': {
      const { x, y, isValid } = perView(measure.formula, 0)
      const each = [x, y, sql`${x} * ${x}`, sql`${x} * ${y}`, sql`${y} * ${y}`]
      return [
        sql`countIf(${isValid})`,
        sql`toUInt64(0)`,
        ...each.map((one) => sql`sumIf(${one}, ${isValid})`),
      ]
    }
    case 'histogram': {
      const known = sql`countIf(isNotNull(${sql.identifier(measure.column)}))`
      return [known, sql`toUInt64(0)`, none, none, none, none, none]
    }
  }
}
