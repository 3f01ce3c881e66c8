import type { ClickHouse } from '@playhead/clickhouse/client.ts'

/** The environment whose data is queried, and the client for it. */
export interface Tenant {
  readonly id: string
  readonly clickhouse: ClickHouse
}

/** Limits of the plan; negative means unlimited. */
export interface Limits {
  /** Distinct dimensions, and distinct metrics, in the filters of one question. */
  maxFilters: number
  retentionDays: number
  historicalMetrics: boolean
  metricFiltersEnabled: boolean
}
