import {
  connect,
  type ConnectedClickHouse,
  type ConnectOptions,
} from '@playhead/clickhouse/client.ts'
import { migrate } from '@playhead/clickhouse/migrate.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { testClickHouseServer } from './engines.ts'
import { clickhouseMigrations } from './test-clickhouse.ts'
import { urlOfDatabase } from './test-postgres.ts'

/**
 * A fresh, fully migrated ClickHouse database for one test file, dropped after its last test. To be called at the top
 * of the file (or of a describe): `const clickhouse = await testClickHouse()`. The first call of a run starts the engine.
 */
export async function testClickHouse(options?: ConnectOptions): Promise<ConnectedClickHouse> {
  const database = await emptyTestClickHouse(options)
  // Nobody else migrates a database that has just been made.
  await migrate(database, clickhouseMigrations, { withLock: (work) => work() })
  return database
}

/** The same without any table, for tests of what comes before the migrations. */
export async function emptyTestClickHouse(options?: ConnectOptions): Promise<ConnectedClickHouse> {
  const { adminUrl, prefix } = await testClickHouseServer()
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const admin = connect(adminUrl)
  await admin.command(sql`CREATE DATABASE ${sql.identifier(name)}`)
  const database = connect(urlOfDatabase(adminUrl, name), options)
  afterAll(async () => {
    await database.close()
    await admin.command(sql`DROP DATABASE IF EXISTS ${sql.identifier(name)} SYNC`)
    await admin.close()
  })
  return database
}
