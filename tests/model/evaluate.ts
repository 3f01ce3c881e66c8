import type { Aggregate, Formula } from '@playhead/metrics/formula.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'

type Value = number | null

const numbers = (rows: readonly ViewRow[], column: keyof ViewRow): number[] =>
  rows.map((row) => row[column]).filter((value) => typeof value === 'number')

const total = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

const quantile = (values: readonly number[], level: number): Value => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * level
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below === undefined || above === undefined
    ? null
    : below + (above - below) * (place - Math.floor(place))
}

const aggregate = (part: Aggregate, rows: readonly ViewRow[]): Value => {
  if (part.kind === 'views') return rows.length
  if (part.kind === 'count_where') return rows.filter((row) => row[part.flag] === true).length
  if (part.kind === 'unique')
    return new Set(rows.map((row) => row[part.column]).filter((value) => value !== null)).size
  const values = numbers(rows, part.column)
  if (part.kind === 'count_of') return values.length
  if (values.length === 0) return null
  if (part.kind === 'sum') return total(values)
  if (part.kind === 'average') return total(values) / values.length
  if (part.kind === 'quantile') return quantile(values, part.level)
  const counted = rows.filter((row) => row[part.given] !== null)
  return total(numbers(counted, part.column))
}

/** A formula of the registry by plain arithmetic over rows: slow, but obviously correct. */
export const evaluate = (formula: Formula, rows: readonly ViewRow[]): Value => {
  if (formula.kind !== 'ratio') return aggregate(formula, rows)
  const [over, under] = [aggregate(formula.over, rows), aggregate(formula.under, rows)]
  return over === null || under === null || under === 0 ? null : over / under
}
