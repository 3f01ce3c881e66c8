import { sql } from '@playhead/clickhouse/sql.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import { dimensionValue } from '../monitoring/monitoring-dimension.sql.ts'

/** The values of a group as an array; without a grouping it is empty. */
export const partsOfGroup = (groupBy: readonly MonitoringDimensionId[]) =>
  groupBy.length === 0
    ? sql`CAST([] AS Array(Nullable(String)))`
    : sql`[${sql.join(groupBy.map((dimension) => sql`CAST(${dimensionValue(dimension)} AS Nullable(String))`))}]`
