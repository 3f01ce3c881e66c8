import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { Watched } from '../monitoring/monitoring-question.ts'

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
