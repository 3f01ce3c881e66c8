import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const ServerRow = z.object({ version: z.string() })

export const analyticsVersion = async (clickhouse: ClickHouse) =>
  (await clickhouse.rows(ServerRow, sql`SELECT version() AS version`))[0]?.version
