import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'
import { askSeenGroups } from './seen-group.sql.ts'

/** What a rule saw of a group in a minute; sums over its known steps. */
export interface AlertPoint {
  environment_id: string
  series_id: string
  group_key: string
  /** Epoch seconds of the minute. */
  at: number
  over: number
  under: number
  viewers: number
  attempts: number
  known_steps: number
}

/** Points with the same token count once. */
export const insertAlertPoints = (
  clickhouse: ClickHouse,
  points: readonly AlertPoint[],
  token: string,
) => clickhouse.insert('alert_points', points, { token })

const Row = z.object({
  group_key: z.string(),
  at: z.number(),
  over: z.number(),
  under: z.number(),
  viewers: z.number(),
  attempts: z.number(),
  known_steps: z.number(),
})

/** The recorded minutes of a series in order; one that two evaluators recorded is listed once. */
export const listAlertPoints = (
  environment: Watched,
  seriesId: string,
  { from, until }: { from: Date; until: Date },
) =>
  environment.clickhouse.rows(
    Row,
    sql`
    SELECT group_key, toUnixTimestamp(at) AS at, over, under, viewers, attempts, known_steps
    FROM (
      SELECT * FROM alert_points
      WHERE environment_id = toUUID(${environment.id}) AND series_id = toUUID(${seriesId})
        AND alert_points.at >= ${from} AND alert_points.at < ${until}
      ORDER BY group_key, alert_points.at LIMIT 1 BY group_key, alert_points.at)
    ORDER BY at, group_key`,
    { maximumSeconds: 20 },
  )

const numbers = z.array(z.number())

const RecordedGroup = z.object({
  group_key: z.string(),
  at: numbers,
  over: numbers,
  under: numbers,
  viewers: numbers,
  known_steps: numbers,
})

const pointsOf = (environment: Watched, seriesId: string, from: number, until: number) => sql`
  FROM alert_points
  WHERE environment_id = toUUID(${environment.id}) AND series_id = toUUID(${seriesId})
    AND at >= toDateTime(${uint(from)}, 'UTC') AND at < toDateTime(${uint(until)}, 'UTC')`

/** The same by group: first the empty key, which says which minutes are known, then the groups with the most viewers. */
export const askRecordedGroups = (
  environment: Watched,
  seriesId: string,
  {
    groupsMax,
    from,
    until,
    signal,
  }: { groupsMax: number; from: number; until: number; signal?: AbortSignal },
) =>
  askSeenGroups(
    environment,
    RecordedGroup,
    sql`
    SELECT group_key, groupArray(toUnixTimestamp(minute)) AS at, groupArray(o) AS over,
      groupArray(u) AS under, groupArray(v) AS viewers, groupArray(k) AS known_steps
    FROM (
      SELECT group_key, at AS minute, any(over) AS o, any(under) AS u, any(viewers) AS v,
        any(known_steps) AS k
      ${pointsOf(environment, seriesId, from, until)}
      GROUP BY group_key, minute)
    GROUP BY group_key
    ORDER BY group_key = '' DESC, sum(v) DESC, group_key
    LIMIT ${uint(groupsMax + 1)}`,
    signal,
  )

const RecordedRow = z.object({ first: z.number(), minutes: z.number() })

/** When the recording of a series begins within a time, and how many of its minutes are recorded. */
export const askRecordedMinutes = async (
  environment: Watched,
  seriesId: string,
  { from, until, signal }: { from: number; until: number; signal?: AbortSignal },
) => {
  const [row] = await environment.clickhouse.rows(
    RecordedRow,
    sql`
    SELECT toUnixTimestamp(min(at)) AS first, uniqExact(at) AS minutes
    ${pointsOf(environment, seriesId, from, until)}`,
    { maximumSeconds: 5, ...(signal && { signal }) },
  )
  return row!
}
