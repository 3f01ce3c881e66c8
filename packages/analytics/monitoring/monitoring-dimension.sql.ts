import { groupBy } from '@playhead/domain/group-by.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import type { StepRange } from './steps.ts'

const special: Partial<Record<MonitoringDimensionId, SqlFragment>> = {
  asn: sql`toString(asn)`,
  view_has_ad: sql`toNullable(if(view_has_ad, 'true', 'false'))`,
  platform: sql`if(browser IS NULL OR operating_system IS NULL, ifNull(browser, operating_system), concat(assumeNotNull(browser), ' on ', assumeNotNull(operating_system)))`,
}

/** The value of a dimension as text; null when unknown. */
export const dimensionValue = (dimension: MonitoringDimensionId): SqlFragment =>
  special[dimension] ?? sql`CAST(${sql.identifier(dimension)} AS Nullable(String))`

export interface MonitoringFilter {
  dimension: MonitoringDimensionId
  /** Null matches unknown values. */
  value: string | null
  isNegated: boolean
}

const equals = ({ dimension, value }: MonitoringFilter) =>
  value === null
    ? sql`isNull(${dimensionValue(dimension)})`
    : sql`ifNull(${dimensionValue(dimension)} = ${value}, false)`

/** Values of one dimension are alternatives; different dimensions, and all exclusions, must hold. */
export const conditionsOf = (filters: readonly MonitoringFilter[]): SqlFragment[] => {
  const included = groupBy(
    filters.filter(({ isNegated }) => !isNegated),
    ({ dimension }) => dimension,
  )
  return [
    ...[...included.values()].map((some) => sql`(${sql.join(some.map(equals), ' OR ')})`),
    ...filters.filter(({ isNegated }) => isNegated).map((one) => sql`NOT ${equals(one)}`),
  ]
}

export const samplesOf = (
  environment: { id: string },
  range: StepRange,
  filters: readonly MonitoringFilter[],
): SqlFragment => {
  const inRange = sql`environment_id = toUUID(${environment.id})
    AND sampled_at >= toDateTime(${uint(range.first)}, 'UTC')
    AND sampled_at <= toDateTime(${uint(range.last)}, 'UTC')`
  const rows = range.isLastEarly ? withEarly(inRange, range.last) : sql`samples`
  return sql`FROM ${rows} WHERE ${sql.join([inRange, ...conditionsOf(filters)], ' AND ')}`
}

/** Each step uses either all samples or the early ones, never both. */
const withEarly = (inRange: SqlFragment, last: number): SqlFragment => sql`(
    SELECT * FROM samples WHERE ${inRange} AND sampled_at < toDateTime(${uint(last)}, 'UTC')
    UNION ALL
    SELECT * FROM early_samples WHERE ${inRange} AND sampled_at = toDateTime(${uint(last)}, 'UTC'))`
