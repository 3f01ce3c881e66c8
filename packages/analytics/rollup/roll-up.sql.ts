import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { day as dayValue, uint } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { viewsSource, type Bucket } from '../source/condition.sql.ts'
import { aggregated, type Part } from '../source/parts.sql.ts'
import { rollupDimensions, rollupParts } from './rollup-columns.ts'

/** One day of one environment, in UTC. */
interface RollupDay {
  environmentId: string
  /** 2026-11-21 */
  day: string
}

const maximumSeconds = 600

/**
 * Replaces a day of the rollup from its current views. Readers see the old rows until the new ones are complete,
 * because views_daily_days decides which version counts.
 */
export const rollUp = async (
  clickhouse: ClickHouse,
  { environmentId, day }: RollupDay,
  now: Date,
): Promise<void> => {
  // Concurrent rollups need different versions, otherwise their rows would add up.
  const version = now.getTime() * 1_000 + Math.floor(Math.random() * 1_000)
  for (const bucket of ['view_start', 'view_end'] as const) {
    await clickhouse.command(rollUpStatement(environmentId, day, bucket, version), {
      maximumSeconds,
    })
  }
  await clickhouse.insert('views_daily_days', [{ environment_id: environmentId, day, version }])
}

function rollUpStatement(
  environmentId: string,
  day: string,
  bucket: Bucket,
  version: number,
): SqlFragment {
  const moment = sql.identifier(bucket)
  const names = rollupDimensions().map(({ name }) => sql.identifier(name))
  const parts = rollupParts(bucket)
  const numbers = parts.map((each) => sql.identifier(each.name))
  const reach =
    bucket === 'view_start'
      ? sql` AND view_end >= toDateTime64(${dayValue(day)}, 3, 'UTC')`
      : sql.empty
  return sql`INSERT INTO views_daily (environment_id, day, bucket, version, ${sql.join([...names, ...numbers])})
    SELECT environment_id, ${dayValue(day)}, ${bucket}, ${uint(version)}, ${sql.join([...names, ...parts.map(stateOf)])}
    FROM ${viewsSource}
    WHERE environment_id = toUUID(${environmentId}) AND ${moment} >= toDateTime64(${dayValue(day)}, 3, 'UTC')
      AND ${moment} < toDateTime64(${dayValue(day)} + 1, 3, 'UTC')${reach}
    GROUP BY environment_id, ${sql.join(names)}
    SETTINGS do_not_merge_across_partitions_select_final = 1`
}

function stateOf(each: Part): SqlFragment {
  if (each.kind === 'unique') {
    const column = sql.identifier(each.column ?? '')
    return sql`uniqCombined64State(CAST(${column}, 'Nullable(String)'))`
  }
  if (each.kind === 'sum') return sql`ifNull(${aggregated(each, 'raw')}, 0)`
  return aggregated(each, 'raw')
}

const DueDay = z.object({ environment: z.string(), date: z.string() })

/**
 * Days whose views were added or changed after their rollup (by updated_at: a rewritten row keeps its inserted_at). The
 * current day is rolled up every hour, so that ranges up to now have data. Rows that were in flight while a day was
 * read make it due again. Days that retention has begun to delete stay as they are.
 */
export const dueDays = async (clickhouse: ClickHouse, now: Date): Promise<RollupDay[]> => {
  const rows = await clickhouse.rows(
    DueDay,
    sql`SELECT toString(environment_id) AS environment, toString(day) AS date
      FROM (
        SELECT environment_id, toDate(hour) AS day, max(changed_at) AS changed_at, min(first_loss) AS first_loss
        FROM view_changes GROUP BY environment_id, day) AS changed
      LEFT JOIN (
        SELECT environment_id, day, fromUnixTimestamp64Micro(toInt64(max(version)), 'UTC') AS rolled_at
        FROM views_daily_days GROUP BY environment_id, day) AS rolled
      USING (environment_id, day)
      WHERE changed_at >= rolled_at - INTERVAL 5 MINUTE AND first_loss > toDate(${now})
        AND day >= toDate(${now}) - 395
        AND (${now} >= toDateTime64(day + 1, 3, 'UTC') + INTERVAL 2 HOUR OR rolled_at < ${now} - INTERVAL 1 HOUR)
      ORDER BY day, environment_id`,
    { maximumSeconds },
  )
  return rows.map((row) => ({ environmentId: row.environment, day: row.date }))
}

/** Whether the rollup of a day includes views that retention has deleted; rolling it up again would lose them. */
export const rollupHasLostViews = async (
  clickhouse: ClickHouse,
  { environmentId, day }: RollupDay,
  now: Date,
): Promise<boolean> => {
  const environment = sql`environment_id = toUUID(${environmentId})`
  const date = dayValue(day)
  const [row] = await clickhouse.rows(
    z.object({ isLost: z.number() }),
    // For a day without any view the minimum is in 1970.
    sql`SELECT min(toDate(view_end) + retention_days) <= toDate(${now})
        AND (SELECT count() FROM views_daily_days WHERE ${environment} AND day = ${date}) > 0 AS isLost
      FROM views WHERE ${environment} AND (toDate(view_start) = ${date} OR toDate(view_end) = ${date})`,
    { maximumSeconds },
  )
  return row?.isLost === 1
}

/** Removes older versions of a day, which no query reads any more. */
export const removeReplacedDays = async (clickhouse: ClickHouse): Promise<void> => {
  const old = await clickhouse.rows(
    z.object({ ...DueDay.shape, newest: z.string() }),
    sql`SELECT toString(environment_id) AS environment, toString(day) AS date, toString(max(version)) AS newest
      FROM views_daily_days GROUP BY environment_id, day HAVING count() > 1`,
    { maximumSeconds },
  )
  for (const { environment, date, newest } of old) {
    const day = { environmentId: environment, day: date }
    await removeBefore(clickhouse, day, BigInt(newest))
  }
}

async function removeBefore(
  clickhouse: ClickHouse,
  { environmentId, day }: RollupDay,
  version: bigint,
): Promise<void> {
  const isOld = sql`environment_id = toUUID(${environmentId}) AND day = ${dayValue(day)} AND version < ${uint(version)}`
  for (const name of ['views_daily', 'views_daily_days']) {
    await clickhouse.commandWhereRowsLie(
      (table) => sql`DELETE FROM ${table(name)} WHERE ${isOld}`,
      {
        maximumSeconds,
      },
    )
  }
}
