import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { ofTenant } from '../source/condition.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import {
  type AnomalyDimension,
  type AnomalySums,
  anomalySumNames,
  type Cohort,
} from './anomaly-sums.ts'

/** Epoch seconds; the end is exclusive. */
export interface SecondsRange {
  from: number
  until: number
}

const stalled = sql`least(ifNull(rebuffer_duration, 0), watch_time) / 1000`
const watched = sql`watch_time / 1000`
const startLog = sql`log(greatest(assumeNotNull(video_startup_time), 1))`

const expressions: Record<keyof AnomalySums, SqlFragment> = {
  views: sql`1`,
  failed: sql`playback_failure`,
  startup_failed: sql`video_startup_failure`,
  exits: sql`exit_before_video_start`,
  stalled,
  watched,
  stalled_squares: sql`pow(${stalled}, 2)`,
  stalled_by_watched: sql`${stalled} * ${watched}`,
  watched_squares: sql`pow(${watched}, 2)`,
  starts: sql`isNotNull(video_startup_time)`,
  start_logs: sql`if(isNull(video_startup_time), 0, ${startLog})`,
  start_log_squares: sql`if(isNull(video_startup_time), 0, pow(${startLog}, 2))`,
}

/** Of a view, under the names of the sums. */
export const perViewColumns = sql.join(
  anomalySumNames.map((name) => sql`toFloat64(${expressions[name]}) AS ${sql.identifier(name)}`),
)

export const summedColumns = sql.join(
  anomalySumNames.map((name) => sql`sum(v.${sql.identifier(name)}) AS ${sql.identifier(name)}`),
)

export const sumShape = Object.fromEntries(
  anomalySumNames.map((name) => [name, z.number()]),
) as Record<keyof AnomalySums, z.ZodNumber>

/** As text; null when unknown. */
export const textOf = (dimension: AnomalyDimension): SqlFragment =>
  sql`CAST(${sql.identifier(dimension)}, 'Nullable(String)')`

export const endsIn = (tenant: Tenant, ranges: readonly SecondsRange[]): SqlFragment => {
  const within = ranges.map(
    ({ from, until }) =>
      sql`(view_end >= ${new Date(from * 1000)} AND view_end < ${new Date(until * 1000)})`,
  )
  return sql`${ofTenant(tenant)} AND (${sql.join(within, ' OR ')})`
}

export const isOf = (cohort: Cohort): SqlFragment =>
  cohort === null ? sql`true` : sql`ifNull(${textOf(cohort.dimension)} = ${cohort.value}, false)`

/** The start of the window of a view that lasts so many seconds. */
export const windowOf = (seconds: number): SqlFragment =>
  sql`toUInt32(intDiv(toUnixTimestamp(view_end), ${uint(seconds)}) * ${uint(seconds)})`
