import type { ClickHouse } from '@playhead/clickhouse/client.ts'

/** Whose data is asked about, with the way to it. */
export interface Tenant {
  readonly id: string
  readonly clickhouse: ClickHouse
}

/** What the plan allows; less than nothing means without limit. */
export interface Limits {
  /** Distinct dimensions, and distinct metrics, that one question may filter by. */
  maxFilters: number
  retentionDays: number
  historicalMetrics: boolean
  metricFiltersEnabled: boolean
}
