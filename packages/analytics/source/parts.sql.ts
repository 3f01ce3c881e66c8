import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { Aggregate, Formula } from '@playhead/metrics/formula.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import { histogramOf, histogramQuantile } from './histogram.sql.ts'

/**
 * The rows that a formula reads: one per view, one per day and combination of basic dimensions, or sums of pieces, which
 * have the parts that add up.
 */
export type SourceKind = 'raw' | 'daily' | 'pieces'

/**
 * A number of a group from which formulas compute their value. Parts add up over groups (except percentiles of raw
 * views and unique counts), and the rollup stores them under the same names.
 */
export interface Part {
  name: string
  kind: 'views' | 'true' | 'count' | 'sum' | 'histogram' | 'quantile' | 'unique'
  column?: string
  /** Only views that also have this value. */
  given?: string
  level?: number
}

export type At = (part: Part) => SqlFragment

const views: Part = { name: 'views', kind: 'views' }

export const partsOf = (formula: Formula, source: SourceKind): Part[] => {
  if (formula.kind === 'ratio') {
    return distinct([...partsOf(formula.over, source), ...partsOf(formula.under, source)])
  }
  switch (formula.kind) {
    case 'views':
      return [views]
    case 'count_where':
      return distinct([part('true', formula.flag), countedPart(formula)])
    case 'count_of':
      return [part('count', formula.column)]
    case 'sum':
    case 'average':
      return [part('sum', formula.column), part('count', formula.column)]
    case 'sum_with':
      return [partWith('sum', formula), countedPart(formula)]
    case 'quantile':
      return [quantilePart(formula, source), part('count', formula.column)]
    case 'unique':
      return [part('unique', formula.column), countedPart(formula)]
  }
}

/** Null when no view has a value; counts are then zero. */
export const valueOf = (formula: Formula, source: SourceKind, at: At): SqlFragment => {
  if (formula.kind === 'ratio') {
    const over = valueOf(formula.over, source, at)
    const under = valueOf(formula.under, source, at)
    return sql`if(ifNull(${under}, 0) = 0, NULL, ${over} / ${under})`
  }
  switch (formula.kind) {
    case 'views':
      return at(views)
    case 'count_where':
      return at(part('true', formula.flag))
    case 'count_of':
      return at(part('count', formula.column))
    case 'sum':
      return ofSome(formula, at, at(part('sum', formula.column)))
    case 'sum_with':
      return ofSome(formula, at, at(partWith('sum', formula)))
    case 'average':
      return ofSome(
        formula,
        at,
        sql`${at(part('sum', formula.column))} / ${at(part('count', formula.column))}`,
      )
    case 'quantile': {
      const read = at(quantilePart(formula, source))
      const value = source === 'raw' ? read : histogramQuantile(read, formula.level)
      return ofSome(formula, at, value)
    }
    case 'unique':
      return at(part('unique', formula.column))
  }
}

/** Number of views behind the value. */
export const validViewsOf = (formula: Formula, at: At): SqlFragment => {
  return at(countedPart(formula.kind === 'ratio' ? formula.over : formula))
}

/** For WHERE: whether a view counts towards the value. */
export const isCountedBy = (formula: Formula): SqlFragment => {
  const { column, given } = countedPart(formula.kind === 'ratio' ? formula.over : formula)
  const columns = [column, given].filter((name) => name !== undefined)
  return columns.length === 0
    ? sql`true`
    : sql.join(
        columns.map((name) => sql`isNotNull(${sql.identifier(name)})`),
        ' AND ',
      )
}

/** Aggregates the parts over the rows of a source, each under its alias. */
export const selected = (parts: readonly Part[], source: SourceKind): SqlFragment => {
  return sql.join(
    parts.map((each) => sql`${aggregated(each, source)} AS ${aliasOf(each)}`),
    ', ',
  )
}

/** The same, but all percentiles of a column share one pass: separate passes would each keep every value in memory. */
export const selectedTogether = (parts: readonly Part[], source: SourceKind): SqlFragment => {
  const percentiles = parts.filter(({ kind }) => kind === 'quantile')
  return sql.join(
    parts.map((each) => {
      if (each.kind !== 'quantile') return sql`${aggregated(each, source)} AS ${aliasOf(each)}`
      const same = percentiles.filter(({ column }) => column === each.column)
      const levels = sql.join(
        same.map(({ level = 0 }) => sql`${float(level)}`),
        ', ',
      )
      const place = same.indexOf(each) + 1
      return sql`quantilesExactInclusive(${levels})(${sql.identifier(each.column ?? '')})[${uint(place)}] AS ${aliasOf(each)}`
    }),
    ', ',
  )
}

/** The prefix avoids the names of columns, which an equal alias would hide. */
export const aliasOf = (each: Part): SqlFragment => {
  return sql.identifier(`of_${each.name}`)
}

export const totalOf = (each: Part): SqlFragment => {
  return sql.identifier(`all_${each.name}`)
}

export const distinct = (parts: readonly Part[]): Part[] => {
  return [...new Map(parts.map((each) => [each.name, each])).values()]
}

export const part = (kind: Part['kind'], column: string): Part => {
  return { name: `${kind}_${column}`, kind, column }
}

export const viewsPart = views

/** Of every answer, beside its value. */
export const totalParts: Part[] = [views, part('sum', 'watch_time'), part('sum', 'playing_time')]

type SumWith = Extract<Aggregate, { kind: 'sum_with' }>

export const partWith = (kind: 'sum' | 'count', { column, given }: SumWith): Part => {
  return { ...part(kind, column), name: `${kind}_${column}_with_${given}`, given }
}

function quantilePart(
  { column, level }: Extract<Aggregate, { kind: 'quantile' }>,
  source: SourceKind,
): Part {
  return source !== 'raw'
    ? part('histogram', column)
    : { name: `quantile_${Math.round(level * 1_000)}_${column}`, kind: 'quantile', column, level }
}

export const countedPart = (aggregate: Aggregate): Part => {
  switch (aggregate.kind) {
    case 'views':
      return views
    case 'count_where':
      return viewColumns[aggregate.flag] === 'maybeFlag' ? part('count', aggregate.flag) : views
    case 'sum_with':
      return partWith('count', aggregate)
    case 'count_of':
    case 'sum':
    case 'average':
    case 'quantile':
    case 'unique':
      return part('count', aggregate.column)
  }
}

function ofSome(aggregate: Aggregate, at: At, value: SqlFragment): SqlFragment {
  return sql`if(${at(countedPart(aggregate))} = 0, NULL, ${value})`
}

export const aggregated = (each: Part, source: SourceKind): SqlFragment => {
  const { name, kind, level = 0 } = each
  if (source !== 'raw') {
    const column = sql.identifier(name)
    if (kind === 'histogram') return sql`sumMap(${column})`
    if (kind === 'unique') return sql`uniqCombined64Merge(${column})`
    return sql`sum(${column})`
  }
  if (kind === 'views') return sql`count()`
  const column = sql.identifier(each.column ?? '')
  const given = each.given === undefined ? undefined : sql.identifier(each.given)
  switch (kind) {
    case 'true':
      return sql`countIf(${column})`
    case 'count':
      return given
        ? sql`countIf(isNotNull(${column}) AND isNotNull(${given}))`
        : sql`count(${column})`
    case 'sum':
      return given ? sql`sumIf(${column}, isNotNull(${given}))` : sql`sum(${column})`
    case 'histogram':
      return histogramOf(column)
    case 'quantile':
      return sql`quantileExactInclusive(${float(level)})(${column})`
    case 'unique':
      return sql`uniqCombined64(${column})`
  }
}
