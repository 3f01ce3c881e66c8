import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const Value = z.object({ value: z.number() })

/** The processor time that the engine has taken for all its queries and merges. */
export const processorMs = async (clickhouse: ClickHouse): Promise<number> => {
  const [row] = await clickhouse.rows(
    Value,
    sql`SELECT toFloat64(sum(value)) / 1000 AS value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`,
  )
  return row?.value ?? 0
}

export const bytesOf = async (clickhouse: ClickHouse, table: string): Promise<number> => {
  const [row] = await clickhouse.rows(
    Value,
    sql`SELECT toFloat64(sum(bytes_on_disk)) AS value FROM system.parts WHERE active AND database = currentDatabase() AND table = ${table}`,
  )
  return row?.value ?? 0
}

/** What was written is merged in the background; its processor time belongs to it. */
export const awaitMerges = async (clickhouse: ClickHouse): Promise<void> => {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await pause(1_000)
    const [row] = await clickhouse.rows(
      Value,
      sql`SELECT toFloat64(count()) AS value FROM system.merges`,
    )
    if ((row?.value ?? 0) > 0) quiet = -1
  }
}
