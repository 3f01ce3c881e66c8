import type { Filter } from './parse-filters.ts'
import type { MetricFilter } from './parse-metric-filters.ts'
import type { Timeframe } from './timeframe.ts'

/** Which views a question covers. */
export interface Question {
  timeframe: Timeframe
  filters: readonly Filter[]
  metricFilters: readonly MetricFilter[]
  /** Reads one view in so many, where it matters more to be quick than exact. */
  sampleOf?: number | undefined
  /** Aborted when the caller no longer waits for the answer. */
  signal?: AbortSignal | undefined
}
