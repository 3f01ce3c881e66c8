import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const CountRow = z.object({ count: z.number() })

/** Queries of the tests that look into the analytics tables directly. */
export const countAnalyticsRows = async (
  clickhouse: ClickHouse,
  table: string,
  environmentId: string,
) => {
  const [row] = await clickhouse.rows(
    CountRow,
    sql`
    SELECT count() AS count FROM ${sql.identifier(table)}
    WHERE environment_id = toUUID(${environmentId})`,
  )
  return row?.count
}

const ColumnRow = z.object({ name: z.string(), type: z.string() })

/** Columns that a row needs to stay: without a date its TTL removes it, and a sum of zeros is merged away. */
export const listKeepingColumns = (clickhouse: ClickHouse, table: string) =>
  clickhouse.rows(
    ColumnRow,
    sql`
    SELECT name, type FROM system.columns
    WHERE database = currentDatabase() AND table = ${table} AND (type LIKE 'Date%' OR type = 'UInt64')`,
  )
