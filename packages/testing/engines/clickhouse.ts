import {
  connect,
  type ConnectedClickHouse,
  type ConnectOptions,
} from '@playhead/clickhouse/client.ts'
import { foreignStatement, sql } from '@playhead/clickhouse/sql.ts'
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { readTestClickHouse } from './engines.ts'
import { aDatabaseUrl } from './test-postgres.ts'

/**
 * A fresh, fully migrated ClickHouse database for one test file, dropped after its last test. Call it at the top of the
 * file (or of a describe): `const clickhouse = await makeTestClickHouse()`. The first call of a run starts the engine.
 */
export const makeTestClickHouse = async (
  options?: ConnectOptions,
): Promise<ConnectedClickHouse> => {
  const { templateName, creations } = await readTestClickHouse()
  const database = await makeEmptyTestClickHouse(options)
  const name = new URL(database.url).pathname.slice(1)
  // Fifteen statements instead of the forty of all migrations, and none of them alters a table.
  for (const statement of creations)
    await database.command(foreignStatement(statement.replaceAll(templateName, name)))
  await database.command(
    sql`INSERT INTO schema_migrations SELECT * FROM ${sql.identifier(templateName)}.schema_migrations`,
  )
  return database
}

/** The same without any table, for tests of what happens before the migrations. */
export const makeEmptyTestClickHouse = async (
  options?: ConnectOptions,
): Promise<ConnectedClickHouse> => {
  const { adminUrl, prefix } = await readTestClickHouse()
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const admin = connect(adminUrl)
  await admin.command(sql`CREATE DATABASE ${sql.identifier(name)}`)
  const database = connect(aDatabaseUrl(adminUrl, name), options)
  afterAll(async () => {
    await database.close()
    // On a busy machine it waits for merges.
    await admin.command(sql`DROP DATABASE IF EXISTS ${sql.identifier(name)} SYNC`, {
      maximumSeconds: 240,
    })
    await admin.close()
  })
  return database
}
