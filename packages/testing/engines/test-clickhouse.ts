import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { migrate } from '@playhead/clickhouse/migrate.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { aDatabaseUrl } from './test-postgres.ts'

export const clickhouseMigrations = fileURLToPath(
  new URL('../../../database/clickhouse', import.meta.url),
)

interface TestClickHouse {
  details: { adminUrl: string; prefix: string; templateName: string; creations: string[] }
  stop(): Promise<void>
}

/** Our engine, or the server of PLAYHEAD_TEST_CLICKHOUSE_URL, whose user must be allowed to create databases. */
export const startTestClickHouse = async (folder: string): Promise<TestClickHouse> => {
  const ownServer = process.env.PLAYHEAD_TEST_CLICKHOUSE_URL
  if (ownServer !== undefined && ownServer !== '') return prepare(ownServer, async () => {})
  const engine = await startClickHouse({ dataFolder: join(folder, 'clickhouse'), log: () => {} })
  return prepare(engine.url, () => engine.stop())
}

async function prepare(adminUrl: string, stop: () => Promise<void>): Promise<TestClickHouse> {
  const prefix = `playhead_test_${randomBytes(4).toString('hex')}`
  const templateName = `${prefix}_template`
  const admin = connect(adminUrl)
  const template = connect(aDatabaseUrl(adminUrl, templateName))
  try {
    await admin.command(sql`CREATE DATABASE ${sql.identifier(templateName)}`)
    // No other process migrates a database that was just created.
    await migrate(template, clickhouseMigrations, { withLock: (work) => work() })
    const creations = await template.rows(
      z.object({ statement: z.string() }),
      // Views depend on tables, so they come last.
      sql`SELECT create_table_query AS statement FROM system.tables
        WHERE database = currentDatabase() ORDER BY engine = 'MaterializedView', name`,
    )
    return {
      details: {
        adminUrl,
        prefix,
        templateName,
        creations: creations.map(({ statement }) => statement),
      },
      async stop() {
        await dropDatabases(adminUrl, prefix)
        await stop()
      },
    }
  } finally {
    await Promise.all([admin.close(), template.close()])
  }
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
