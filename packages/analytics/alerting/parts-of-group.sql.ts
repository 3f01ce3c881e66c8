import { sql } from '@playhead/clickhouse/sql.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { dimensionValue } from '../monitoring/monitoring-dimension.sql.ts'

/** The values of a group as an array; without a grouping it is empty. */
export const partsOfGroup = (groupBy: readonly MonitoringDimensionId[]) =>
  groupBy.length === 0
    ? sql`CAST([] AS Array(Nullable(String)))`
    : sql`[${sql.join(groupBy.map((dimension) => sql`CAST(${dimensionValue(dimension)} AS Nullable(String))`))}]`

const nameOf = (at: number) => sql.identifier(`part_${at}`)

/** The same in columns, which are much faster to group by than an array; each begins with a comma. */
export const partColumns = (groupBy: readonly MonitoringDimensionId[]) => ({
  named: sql.join(
    groupBy.map((dimension, at) => sql`, ${dimensionValue(dimension)} AS ${nameOf(at)}`),
    ' ',
  ),
  grouped: sql.join(
    groupBy.map((_, at) => sql`, ${nameOf(at)}`),
    ' ',
  ),
  asArray:
    groupBy.length === 0
      ? sql`CAST([] AS Array(Nullable(String)))`
      : sql`[${sql.join(groupBy.map((_, at) => sql`CAST(${nameOf(at)} AS Nullable(String))`))}]`,
})
