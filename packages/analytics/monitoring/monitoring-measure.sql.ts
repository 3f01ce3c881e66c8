import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { RatioMonitoringMetricId } from './monitoring-metric.ts'

/** The metric of a group of samples is over / under; both add up over groups and steps. */
interface Measure {
  over: SqlFragment
  under: SqlFragment
}

/** Viewers who are loading, plus those whose loading ended in this step: started, failed or left. */
const startAttempts = sql`countIf(is_starting_up OR started OR startup_failed OR exited_before_start)`
const viewers = sql`countIf(is_watching)`

const measures: Record<RatioMonitoringMetricId, Measure> = {
  'current-concurrent-viewers': { over: viewers, under: viewers },
  'current-rebuffering-percentage': { over: sql`sum(rebuffer_ms)`, under: sql`sum(watch_ms)` },
  'playback-failure-percentage': { over: sql`countIf(failed)`, under: viewers },
  'video-startup-failure-percentage': { over: sql`countIf(startup_failed)`, under: startAttempts },
  'exits-before-video-start': { over: sql`countIf(exited_before_start)`, under: startAttempts },
  'current-average-bitrate': { over: sql`sum(bitrate)`, under: sql`count(bitrate)` },
}

/** The columns that the query returns for each group of samples. */
export const measured = (metric: RatioMonitoringMetricId) => sql`
  ${viewers} AS viewers, countIf(is_starting_up) AS starting_up,
  toFloat64(ifNull(${measures[metric].over}, 0)) AS over, toFloat64(${measures[metric].under}) AS under`
