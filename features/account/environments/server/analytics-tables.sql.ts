import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const TableRow = z.object({ name: z.string() })

/** Every table with rows of environments, by the name that queries use: on a cluster the rows are in tables of the shards. */
export const listAnalyticsTables = async (clickhouse: ClickHouse) =>
  (
    await clickhouse.rows(
      TableRow,
      sql`
      SELECT t.name AS name FROM system.tables AS t
      INNER JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
      WHERE t.database = currentDatabase() AND c.name = 'environment_id'
        AND (t.engine LIKE '%MergeTree' OR t.engine = 'Distributed') AND NOT endsWith(t.name, '_local')
      ORDER BY name`,
    )
  ).map((row) => row.name)

/** Returns once the rows are removed from the files, not only hidden. */
export const deleteAnalyticsOf = (clickhouse: ClickHouse, name: string, environmentId: string) =>
  clickhouse.commandWhereRowsLie(
    (table) => sql`
      ALTER TABLE ${table(name)} DELETE WHERE environment_id = toUUID(${environmentId})
      SETTINGS mutations_sync = 1`,
    { maximumSeconds: 300 },
  )
