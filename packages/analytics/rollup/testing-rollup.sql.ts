import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'
import type { Tenant } from '../question/tenant.ts'

export const countRollupRows = async ({ id, clickhouse }: Tenant): Promise<number> => {
  const [row] = await clickhouse.rows(
    z.object({ count: z.number() }),
    sql`SELECT count() AS count FROM views_daily WHERE environment_id = toUUID(${id})`,
  )
  return row?.count ?? 0
}

export const readColumnTypes = (
  clickhouse: ClickHouse,
  table: string,
): Promise<{ name: string; type: string }[]> => {
  return clickhouse.rows(
    z.object({ name: z.string(), type: z.string() }),
    sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${table} ORDER BY name`,
  )
}
