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
