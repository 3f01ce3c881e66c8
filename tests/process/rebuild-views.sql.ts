import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'

interface Tenant {
  readonly id: string
  readonly clickhouse: ClickHouse
}

/** Responses about errors contain the millisecond of their last occurrence, so views with errors are left alone. */
const half = sql`(cityHash64(view_id) % 2 = 0 AND errors = '[]')`

/**
 * Rows as an older version might have written them, with the same query results: half of them end a millisecond later,
 * and therefore have another key; the others are retained a day longer. Rows that are already aged stay.
 */
export const ageRows = async ({ id, clickhouse }: Tenant, retentionDays: number) => {
  // A separate query: next to REPLACE, column names refer to their replacements.
  const rows = sql`SELECT * FROM views FINAL WHERE environment_id = toUUID(${id})
    AND retention_days = ${uint(retentionDays)}
    AND view_id IN (SELECT view_id FROM events WHERE environment_id = toUUID(${id}))`
  await clickhouse.command(
    sql`INSERT INTO views SELECT * REPLACE (version + 1 AS version, retention_days + 1 AS retention_days)
      FROM (${rows} AND NOT ${half})`,
  )
  await clickhouse.command(
    sql`INSERT INTO views SELECT * EXCEPT (is_old) REPLACE (version + 1 AS version, is_old AS is_deleted,
        retention_days + 1 - is_old AS retention_days,
        if(is_old = 1, view_end, view_end + toIntervalMillisecond(1)) AS view_end)
      FROM (SELECT *, arrayJoin([toUInt8(0), toUInt8(1)]) AS is_old FROM (${rows} AND ${half}))`,
  )
}

const PrintRow = z.object({ rows: z.number(), print: z.string() })

/** A fingerprint of all columns except the write times. */
export const printOfRows = async ({ id, clickhouse }: Tenant, table: 'views' | 'packed_views') => {
  const columns =
    table === 'views'
      ? sql`tuple(* EXCEPT (version, updated_at))`
      : sql`(environment_id, view_id, view_end, retention_days)`
  const [row] = await clickhouse.rows(
    PrintRow,
    sql`SELECT count() AS rows, toString(groupBitXor(cityHash64(toString(${columns})))) AS print
      FROM ${sql.identifier(table)} FINAL WHERE environment_id = toUUID(${id})`,
  )
  return row
}

const IdRow = z.object({ view_id: z.string() })

export const listCollectedViews = async ({ id, clickhouse }: Tenant, limit: number) =>
  (
    await clickhouse.rows(
      IdRow,
      sql`SELECT DISTINCT view_id FROM views FINAL WHERE environment_id = toUUID(${id})
        AND view_id IN (SELECT view_id FROM events) ORDER BY view_id LIMIT ${uint(limit)}`,
    )
  ).map((row) => row.view_id)

const CountRow = z.object({ count: z.number() })

/** Sums that no query reads: of a replaced rollup, or of one that did not finish. */
export const countReplacedSums = async ({ id, clickhouse }: Tenant) => {
  const [row] = await clickhouse.rows(
    CountRow,
    sql`SELECT count() AS count FROM views_daily WHERE environment_id = toUUID(${id})
      AND (day, version) NOT IN (SELECT day, max(version) FROM views_daily_days
        WHERE environment_id = toUUID(${id}) GROUP BY day)`,
  )
  return row?.count
}
