import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { perView } from '../change/per-view.sql.ts'
import type { Measure } from './measures.ts'

/** The columns of a row of a measure, in the order of the tuples below. */
export const sums = ['views', 'n', 'x', 'y', 'xx', 'xy', 'yy'] as const

/** For SELECT in a query over views: what they add up to, as a list with a tuple for each measure. */
export const measureTuples = (measures: readonly Measure[]): SqlFragment =>
  sql`[${sql.join(measures.map(tupleOf))}]`

/** For SELECT beside `ARRAY JOIN measures AS measured`. */
export const measuredColumns: SqlFragment = sql`measured.1 AS measure, measured.2 AS views, measured.3 AS n, measured.4 AS x, measured.5 AS y, measured.6 AS xx, measured.7 AS xy, measured.8 AS yy`

/** Measures without any value are left out. */
export const isMeasured: SqlFragment = sql`(measured.2 > 0 OR measured.3 > 0)`

function tupleOf(measure: Measure): SqlFragment {
  const { name } = measure
  const none = sql`0.`
  switch (measure.kind) {
    case 'views':
      return sql`(${name}, count(), count(), ${none}, ${none}, ${none}, ${none}, ${none})`
    case 'flag': {
      const flag = sql.identifier(measure.column)
      const isTrue = sql`countIf(ifNull(${flag}, false))`
      return sql`(${name}, ${isTrue}, countIf(isNotNull(${flag})), toFloat64(${isTrue}), ${none}, ${none}, ${none}, ${none})`
    }
    case 'number': {
      const column = sql.identifier(measure.column)
      const isGiven =
        measure.given === undefined ? sql`true` : sql`isNotNull(${sql.identifier(measure.given)})`
      const value = sql`if(${isGiven}, toFloat64(ifNull(${column}, 0)), 0.)`
      return sql`(${name}, countIf(${value} != 0), countIf(isNotNull(${column}) AND ${isGiven}), sum(${value}), ${none}, sum(${value} * ${value}), ${none}, ${none})`
    }
    case 'ratio': {
      const { x, y, isValid } = perView(measure.formula, 0)
      const each = [x, y, sql`${x} * ${x}`, sql`${x} * ${y}`, sql`${y} * ${y}`]
      return sql`(${name}, countIf(${isValid}), toUInt64(0), ${sql.join(each.map((one) => sql`sumIf(${one}, ${isValid})`))})`
    }
  }
}
