import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import type { Filter } from './parse-filters.ts'
import type { MetricFilter, MetricOperator } from './parse-metric-filters.ts'
import type { Question } from './question-shape.ts'
import type { Tenant } from './tenant.ts'
import type { Timeframe } from './timeframe.ts'

export type Bucket = 'view_start' | 'view_end'

/** One row for each view, the newest. */
export const viewsSource: SqlFragment = sql`views FINAL`

/** For WHERE on `views FINAL`: the views of a tenant that a question is about. */
export function conditionOf(
  tenant: Tenant,
  question: Pick<Question, 'timeframe' | 'filters' | 'metricFilters'>,
  { bucket }: { bucket: Bucket },
): SqlFragment {
  return sql.join(
    [
      timeCondition(tenant, question.timeframe, bucket),
      ...dimensionConditions(question.filters),
      ...question.metricFilters.map(metricCondition),
    ],
    ' AND ',
  )
}

export function timeCondition(
  tenant: Tenant,
  { start, end }: Timeframe,
  bucket: Bucket,
): SqlFragment {
  const column = sql.identifier(bucket)
  // Rows lie in the order of view_end, which is never before view_start.
  const reach = bucket === 'view_start' ? sql` AND view_end >= ${start}` : sql.empty
  return sql`${ofTenant(tenant)} AND ${column} >= ${start} AND ${column} < ${end}${reach}`
}

export function ofTenant(tenant: Tenant): SqlFragment {
  return sql`environment_id = toUUID(${tenant.id})`
}

/** Values of one dimension are alternatives; different dimensions, and everything excluded, must all hold. */
export function dimensionConditions(filters: readonly Filter[]): SqlFragment[] {
  const included = new Map<DimensionId, Filter[]>()
  for (const filter of filters.filter((each) => !each.isExcluded)) {
    included.set(filter.dimension, [...(included.get(filter.dimension) ?? []), filter])
  }
  const alternatives = [...included.values()].map(
    (same) => sql`(${sql.join(same.map(matchCondition), ' OR ')})`,
  )
  const exclusions = filters
    .filter((filter) => filter.isExcluded)
    .map((filter) => sql`NOT ${matchCondition(filter)}`)
  return [...alternatives, ...exclusions]
}

/** True or false, never null: a view without a value is not the one that was asked for, and not the one excluded. */
function matchCondition({ dimension, match }: Filter): SqlFragment {
  const { column: name, valueKind }: Dimension = dimensions[dimension]
  const column = sql.identifier(name)
  if (match.kind === 'contain') return sql`has(${column}, ${match.value})`
  if (match.kind === 'sequence') return sql`${column} = ${match.values}`
  if (match.value === null) return sql`isNull(${column})`
  if (valueKind === 'flag') return sql`ifNull(${column} = ${match.value === 'true'}, false)`
  if (valueKind === 'number') {
    // Numbers without a value are null, there is no empty one.
    return match.value === '' ? sql`false` : numberCondition(column, match.value)
  }
  return sql`ifNull(${column} = ${match.value}, false)`
}

function numberCondition(column: SqlFragment, text: string): SqlFragment {
  // Ids of 64 bits would lose digits as floating point.
  return /^\d+$/.test(text)
    ? sql`ifNull(toString(${column}) = ${text.replace(/^0+(?=\d)/, '')}, false)`
    : sql`ifNull(${column} = ${float(Number(text))}, false)`
}

const comparisons: Record<MetricOperator, SqlFragment> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '=': sql`=`,
  '!=': sql`!=`,
  '>=': sql`>=`,
  '>': sql`>`,
}

/** Only views that have a value of the metric can pass. */
export function metricCondition({ metric, operator, value }: MetricFilter): SqlFragment {
  const { filterColumn }: Metric = metrics[metric]
  if (filterColumn === undefined) return sql`false`
  const column = sql.identifier(filterColumn)
  const isFlag = viewColumns[filterColumn] === 'flag' || viewColumns[filterColumn] === 'maybeFlag'
  const number = isFlag ? sql`toUInt8(${column})` : column
  return sql`ifNull(${number} ${comparisons[operator]} ${float(value)}, false)`
}

/** The value of a dimension as the text that a filter takes; null stays null. */
export function fieldOf(id: DimensionId): SqlFragment {
  const { column: name, valueKind }: Dimension = dimensions[id]
  const column = sql.identifier(name)
  if (valueKind === 'list') return sql`concat('[', arrayStringConcat(${column}, ','), ']')`
  return valueKind === 'text' ? column : sql`toString(${column})`
}
