import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { addendsOf, one, sumOf, sums } from '../addends.sql.ts'
import type { Measure } from '../measures.ts'

interface SummedNumbers {
  /** What a view adds, each different number once, as one list. */
  added: SqlFragment
  /** From `totals`, the sums of these lists: a list with a tuple for each measure. */
  tuples: SqlFragment
}

/**
 * Many measures add the same numbers. The engine works each out once for a view and not again for each of its values, and
 * plans one sum of lists much faster than a hundred sums.
 */
export const summedNumbers = (measures: readonly Measure[]): SummedNumbers => {
  const places = new Map<string, number>()
  const added: SqlFragment[] = []
  const totalOf = (addend: SqlFragment): SqlFragment => {
    const key = `${addend.text} ${Object.values(addend.parameters).join()}`
    const place = places.get(key) ?? added.push(addend)
    places.set(key, place)
    return sql`totals[${uint(place)}]`
  }
  const tuples = measures.map((measure) => {
    const addends = addendsOf(measure)
    const each = sums.map((name) => {
      const addend = addends[name]
      const isCount = name === 'views' || name === 'n'
      if (addend === undefined) return sumOf(name, undefined)
      const total = addend === one ? totalOf(sql`1`) : totalOf(addend)
      return isCount ? sql`toUInt64(${total})` : total
    })
    return sql`(${measure.name}, ${sql.join(each)})`
  })
  return {
    added: sql`CAST([${sql.join(added)}], 'Array(Float64)')`,
    tuples: sql`[${sql.join(tuples)}]`,
  }
}
