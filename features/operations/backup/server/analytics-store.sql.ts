import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const readSeconds = 3_600

const TableRow = z.object({ name: z.string() })

/** Samples are gone after a day and say nothing that a restored server could use. */
const passing = ['samples', 'early_samples']
/** Filled by the views themselves. */
export const derivedTables = ['packed_views']
const left = ['schema_migrations', ...passing, ...derivedTables]

export const listAnalyticsTables = async (clickhouse: ClickHouse) =>
  (
    await clickhouse.rows(
      TableRow,
      sql`
      SELECT DISTINCT replaceRegexpOne(name, '_local$', '') AS name FROM system.tables
      WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree')
        AND replaceRegexpOne(name, '_local$', '') NOT IN (${left})
      ORDER BY name`,
    )
  ).map(({ name }) => name)

export const readAnalyticsRows = (clickhouse: ClickHouse, table: string) =>
  clickhouse.lines(sql`SELECT * FROM ${sql.identifier(table)}`, { maximumSeconds: readSeconds })

export const truncateAnalytics = (clickhouse: ClickHouse, table: string) =>
  clickhouse.commandWhereRowsLie((local) => sql`TRUNCATE TABLE ${local(table)}`)
