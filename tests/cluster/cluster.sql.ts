import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'

const Count = z.object({ count: z.number() })

const countFrom = async (clickhouse: ClickHouse, source: SqlFragment, environmentId: string) =>
  (
    await clickhouse.rows(
      Count,
      sql`SELECT count() AS count FROM ${source} WHERE environment_id = ${environmentId}`,
    )
  )[0]!.count

export const countRowsOf = (clickhouse: ClickHouse, table: string, environmentId: string) =>
  countFrom(clickhouse, sql.identifier(table), environmentId)

export const countViewsOf = (clickhouse: ClickHouse, environmentId: string) =>
  countFrom(clickhouse, sql`views FINAL`, environmentId)

export const deleteViewsOf = (clickhouse: ClickHouse, environmentId: string) =>
  clickhouse.commandWhereRowsLie(
    (table) => sql`
      ALTER TABLE ${table('views')} DELETE WHERE environment_id = ${environmentId}
      SETTINGS mutations_sync = 2`,
  )

const Stored = z.object({ rows: z.number(), events: z.number() })

/** The number of rows, and of distinct events. */
export const countEventsOf = async (clickhouse: ClickHouse, environmentId: string) =>
  (
    await clickhouse.rows(
      Stored,
      sql`SELECT count() AS rows, uniqExact(view_id, view_sequence) AS events FROM events
        WHERE environment_id = ${environmentId}`,
    )
  )[0]!

/** Asks the node with this native port to insert a few megabytes. */
export const insertThrough = (
  clickhouse: ClickHouse,
  { place, user, password }: { place: string; user: string; password: string },
) =>
  clickhouse.command(
    sql`INSERT INTO FUNCTION remote(${place}, currentDatabase(), 'rejections_local', ${user}, ${password}) (reason)
      SELECT randomPrintableASCII(1000) FROM numbers(3000)`,
  )
