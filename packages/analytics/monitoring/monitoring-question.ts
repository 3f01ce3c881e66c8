import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { MonitoringFilter } from './monitoring-dimension.sql.ts'
import type { StepRange } from './steps.ts'

export interface Watched {
  id: string
  clickhouse: ClickHouse
}

export interface MonitoringQuestion {
  range: StepRange
  filters: readonly MonitoringFilter[]
  signal?: AbortSignal
}
