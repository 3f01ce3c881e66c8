import type { Filter } from './parse-filters.ts'
import type { MetricFilter } from './parse-metric-filters.ts'
import type { Timeframe } from './timeframe.ts'

/** Which views are asked about. */
export interface Question {
  timeframe: Timeframe
  filters: readonly Filter[]
  metricFilters: readonly MetricFilter[]
  /** Of whoever waits for the answer. */
  signal?: AbortSignal | undefined
}
