import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import type { Filter } from '../question/parse-filters.ts'
import type { MetricFilter, MetricOperator } from '../question/parse-metric-filters.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Timeframe } from '../question/timeframe.ts'

export type Bucket = 'view_start' | 'view_end'

/** One row per view, its newest version. */
export const viewsSource: SqlFragment = sql`views FINAL`

/** For WHERE on `views FINAL`: the tenant's views that a question covers. */
export const conditionOf = (
  tenant: Tenant,
  question: Pick<Question, 'timeframe' | 'filters' | 'metricFilters'>,
  { bucket }: { bucket: Bucket },
): SqlFragment => {
  return sql.join(
    [
      timeCondition(tenant, question.timeframe, bucket),
      ...dimensionConditions(question.filters),
      ...question.metricFilters.map(metricCondition),
    ],
    ' AND ',
  )
}

function timeCondition(tenant: Tenant, { start, end }: Timeframe, bucket: Bucket): SqlFragment {
  const column = sql.identifier(bucket)
  // Rows are sorted by view_end, which is never before view_start.
  const reach = bucket === 'view_start' ? sql` AND view_end >= ${start}` : sql.empty
  return sql`${ofTenant(tenant)} AND ${column} >= ${start} AND ${column} < ${end}${reach}`
}

export const ofTenant = (tenant: Tenant): SqlFragment => {
  return sql`environment_id = toUUID(${tenant.id})`
}

/** Filters of one dimension are alternatives; different dimensions, and all exclusions, must hold. */
export const dimensionConditions = (filters: readonly Filter[]): SqlFragment[] => {
  return filterGroups(filters).map((group) => {
    const alternatives = matchConditions(group)
    const anyHolds = sql`(${sql.join(alternatives, ' OR ')})`
    if (!group[0].isExcluded) return anyHolds
    return alternatives.length === 1 ? sql`NOT ${alternatives[0]!}` : sql`NOT ${anyHolds}`
  })
}

/** Groups filters into conditions: the included filters of each dimension, then the excluded ones. */
export const filterGroups = (filters: readonly Filter[]): [Filter, ...Filter[]][] => {
  const groups = new Map<string, [Filter, ...Filter[]]>()
  for (const filter of filters.toSorted((a, b) => Number(a.isExcluded) - Number(b.isExcluded))) {
    const key = `${filter.isExcluded} ${filter.dimension}`
    const group = groups.get(key)
    if (group) group.push(filter)
    else groups.set(key, [filter])
  }
  return [...groups.values()]
}

/**
 * Each condition is true or false, never null: a view without a value neither matches nor is excluded. Many values
 * travel as one list, because ClickHouse accepts at most a thousand parameters.
 */
function matchConditions([first, ...others]: [Filter, ...Filter[]]): SqlFragment[] {
  const { column: name, valueKind }: Dimension = dimensions[first.dimension]
  const column = sql.identifier(name)
  const matches = [first, ...others].map(({ match }) => match)
  const equal = new Set(
    matches.flatMap((match) => (match.kind === 'equal' && match.value !== null ? match.value : [])),
  )
  const members = new Set(matches.flatMap((match) => (match.kind === 'contain' ? match.value : [])))
  const conditions = [
    ...equalConditions(column, valueKind, [...equal]),
    ...(members.size > 0 ? [sql`hasAny(${column}, ${[...members]})`] : []),
    ...matches.flatMap((match) =>
      match.kind === 'sequence' ? sql`${column} = ${match.values}` : [],
    ),
  ]
  const asksForNone = matches.some((match) => match.kind === 'equal' && match.value === null)
  if (asksForNone) conditions.push(sql`isNull(${column})`)
  return conditions.length === 0 ? [sql`false`] : conditions
}

function equalConditions(
  column: SqlFragment,
  valueKind: Dimension['valueKind'],
  texts: readonly string[],
): SqlFragment[] {
  if (valueKind === 'text') return isAmong(column, texts)
  // Flags and numbers have no empty value, only null.
  const values = texts.filter((text) => text !== '')
  if (valueKind === 'flag') {
    return values.map((value) => sql`ifNull(${column} = ${value === 'true'}, false)`)
  }
  // 64-bit ids would lose digits as floating point.
  const [whole, others] = [values.filter(isWhole), values.filter((value) => !isWhole(value))]
  return [
    ...isAmong(
      sql`toString(${column})`,
      whole.map((value) => value.replace(/^0+(?=\d)/, '')),
    ),
    ...others.map((value) => sql`ifNull(${column} = ${float(Number(value))}, false)`),
  ]
}

function isAmong(column: SqlFragment, texts: readonly string[]): SqlFragment[] {
  const [first, ...others] = texts
  if (first === undefined) return []
  return others.length === 0
    ? [sql`ifNull(${column} = ${first}, false)`]
    : [sql`ifNull(${column} IN ${texts}, false)`]
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text)
}

const comparisons: Record<MetricOperator, SqlFragment> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '=': sql`=`,
  '!=': sql`!=`,
  '>=': sql`>=`,
  '>': sql`>`,
}

/** Views without a value of the metric never match. */
export const metricCondition = ({ metric, operator, value }: MetricFilter): SqlFragment => {
  const { filterColumn }: Metric = metrics[metric]
  if (filterColumn === undefined) return sql`false`
  const column = sql.identifier(filterColumn)
  const isFlag = viewColumns[filterColumn] === 'flag' || viewColumns[filterColumn] === 'maybeFlag'
  const number = isFlag ? sql`toUInt8(${column})` : column
  return sql`ifNull(${number} ${comparisons[operator]} ${float(value)}, false)`
}

/** The value of a dimension in the form of filters; null stays null. */
export const fieldOf = (id: DimensionId): SqlFragment => {
  const { column: name, valueKind }: Dimension = dimensions[id]
  const column = sql.identifier(name)
  if (valueKind === 'list') return sql`concat('[', arrayStringConcat(${column}, ','), ']')`
  return valueKind === 'text' ? column : sql`toString(${column})`
}
