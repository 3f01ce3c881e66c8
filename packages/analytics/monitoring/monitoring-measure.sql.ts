import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Measured, RatioMonitoringMetricId } from './monitoring-metric.ts'

/** What all metrics are made of; each adds up over groups and steps. */
const sums = {
  viewers: sql`countIf(is_watching)`,
  startingUp: sql`countIf(is_starting_up)`,
  /** Viewers who are loading, plus those whose loading ended in this step: started, failed or left. */
  startAttempts: sql`countIf(is_starting_up OR started OR startup_failed OR exited_before_start)`,
  rebufferedMs: sql`sum(rebuffer_ms)`,
  watchedMs: sql`sum(watch_ms)`,
  failures: sql`countIf(failed)`,
  startupFailures: sql`countIf(startup_failed)`,
  exits: sql`countIf(exited_before_start)`,
  bitrates: sql`sum(bitrate)`,
  withBitrate: sql`count(bitrate)`,
} satisfies Record<string, SqlFragment>

type SumName = keyof typeof sums

const sumNames = Object.keys(sums) as SumName[]

/** The metric of a group of samples is over / under. */
const ratios: Record<RatioMonitoringMetricId, { over: SumName; under: SumName }> = {
  'current-concurrent-viewers': { over: 'viewers', under: 'viewers' },
  'current-rebuffering-percentage': { over: 'rebufferedMs', under: 'watchedMs' },
  'playback-failure-percentage': { over: 'failures', under: 'viewers' },
  'video-startup-failure-percentage': { over: 'startupFailures', under: 'startAttempts' },
  'exits-before-video-start': { over: 'exits', under: 'startAttempts' },
  'current-average-bitrate': { over: 'bitrates', under: 'withBitrate' },
}

const asNumber = (name: SumName) => sql`toFloat64(ifNull(${sums[name]}, 0))`

/** The columns that the query returns for each group of samples. */
export const measured = (metric: RatioMonitoringMetricId) => sql`
  ${sums.viewers} AS viewers, ${sums.startingUp} AS starting_up,
  ${asNumber(ratios[metric].over)} AS over, ${asNumber(ratios[metric].under)} AS under`

/** All sums of a group as one array, for every metric at once. */
export const allSums = sql`[${sql.join(sumNames.map(asNumber))}]`

export const noSums: readonly number[] = sumNames.map(() => 0)

const placeOf = Object.fromEntries(sumNames.map((name, place) => [name, place])) as Record<
  SumName,
  number
>

/** The number of viewers in an array of sums. */
export const viewersIn = (all: readonly number[]) => all[placeOf.viewers]!

/** The number of attempts to start in an array of sums. */
export const attemptsIn = (all: readonly number[]) => all[placeOf.startAttempts]!

/** What `measured` returns, taken from an array of sums. */
export const measuredIn = (metric: RatioMonitoringMetricId, all: readonly number[]): Measured => ({
  viewers: viewersIn(all),
  starting_up: all[placeOf.startingUp]!,
  over: all[placeOf[ratios[metric].over]]!,
  under: all[placeOf[ratios[metric].under]]!,
})

/** Whether a group counts for the metric, as an expression over an array of sums. */
export const isShown = (metric: RatioMonitoringMetricId, all: SqlFragment) => {
  const names: SumName[] = ['viewers', 'startingUp', ratios[metric].over, ratios[metric].under]
  return sql`(${sql.join(
    [...new Set(names)].map((name) => sql`arrayElement(${all}, ${uint(placeOf[name] + 1)}) > 0`),
    ' OR ',
  )})`
}
