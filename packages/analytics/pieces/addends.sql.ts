import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { type NumberColumn, viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'
import { perView } from '../change/per-view.sql.ts'
import type { Measure } from './measures.ts'

/** The columns of a row of a measure, in the order of its tuples. */
export const sums = ['views', 'n', 'x', 'y', 'xx', 'xy', 'yy'] as const
type SumName = (typeof sums)[number]

/** What one view adds to the sums of a measure: nothing to those without a name. */
export type Addends = Partial<Record<SumName, SqlFragment | typeof one>>

/** Every view adds one, which is to count them. */
export const one = 'one'

export const addendsOf = (measure: Measure): Addends => {
  switch (measure.kind) {
    case 'views':
      return { views: one, n: one }
    case 'flag': {
      const isTrue = isNullable(measure.column)
        ? sql`toUInt8(ifNull(${sql.identifier(measure.column)}, false))`
        : sql`toUInt8(${sql.identifier(measure.column)})`
      return { views: isTrue, n: hasAll([measure.column]), x: isTrue }
    }
    case 'number': {
      const { column, given } = measure
      const name = column as NumberColumn
      const { x } =
        given === undefined
          ? perView({ kind: 'sum', column: name }, 0)
          : perView({ kind: 'sum_with', column: name, given: given as NumberColumn }, 0)
      const known = hasAll(given === undefined ? [column] : [column, given])
      return { views: sql`toUInt8(${x} != 0)`, n: known, x, xx: sql`${x} * ${x}` }
    }
    case 'ratio': {
      // A view that does not count adds zero to both sides.
      const { x, y, isValid } = perView(measure.formula, 0)
      return {
        views: sql`toUInt8(${isValid})`,
        x,
        y,
        xx: sql`${x} * ${x}`,
        xy: sql`${x} * ${y}`,
        yy: sql`${y} * ${y}`,
      }
    }
    case 'histogram':
      return { views: hasAll([measure.column]) }
  }
}

function hasAll(columns: readonly string[]): SqlFragment | typeof one {
  const nullable = columns.filter((column) => isNullable(column))
  if (nullable.length === 0) return one
  const known = nullable.map((column) => sql`isNotNull(${sql.identifier(column)})`)
  return sql`toUInt8(${sql.join(known, ' AND ')})`
}

function isNullable(column: string): boolean {
  return !['flag', 'count'].includes(viewColumns[column as ViewColumn])
}

/** In the type of its column: views and n are counts. */
export const sumOf = (name: SumName, sum: SqlFragment | undefined): SqlFragment => {
  const isCount = name === 'views' || name === 'n'
  if (sum === undefined) return isCount ? sql`toUInt64(0)` : sql`0.`
  return isCount ? sum : sql`toFloat64(${sum})`
}
