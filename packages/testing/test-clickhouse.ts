import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const clickhouseMigrations = fileURLToPath(
  new URL('../../database/clickhouse', import.meta.url),
)

export interface TestClickHouse {
  details: { adminUrl: string; prefix: string }
  stop(): Promise<void>
}

/** Our engine, or the server of PLAYHEAD_TEST_CLICKHOUSE_URL, whose user must be allowed to make databases. */
export async function startTestClickHouse(folder: string): Promise<TestClickHouse> {
  const prefix = `playhead_test_${randomBytes(4).toString('hex')}`
  const ownServer = process.env.PLAYHEAD_TEST_CLICKHOUSE_URL
  if (ownServer !== undefined && ownServer !== '') {
    return {
      details: { adminUrl: ownServer, prefix },
      stop: () => dropDatabases(ownServer, prefix),
    }
  }
  const engine = await startClickHouse({ dataFolder: join(folder, 'clickhouse'), log: () => {} })
  return { details: { adminUrl: engine.url, prefix }, stop: () => engine.stop() }
}

async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const admin = connect(adminUrl)
  const left = await admin.rows(
    z.object({ name: z.string() }),
    sql`SELECT name FROM system.databases WHERE startsWith(name, ${prefix})`,
  )
  for (const { name } of left) {
    await admin.command(sql`DROP DATABASE IF EXISTS ${sql.identifier(name)} SYNC`)
  }
  await admin.close()
}
