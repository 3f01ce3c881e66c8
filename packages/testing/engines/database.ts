import { withAdvisoryLock } from '@playhead/postgres/advisory-lock.ts'
import { connect, type ConnectedDatabase, type ConnectOptions } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { readTestPostgres } from './engines.ts'
import { aDatabaseUrl } from './test-postgres.ts'

/**
 * A fresh, fully migrated database for one test file, dropped after its last test. Call it at the top of the file
 * (or of a describe): `const database = await makeTestDatabase()`.
 */
export const makeTestDatabase = async (options?: ConnectOptions): Promise<ConnectedDatabase> => {
  const { adminUrl, templateName, prefix } = await readTestPostgres()
  return freshDatabase(adminUrl, prefix, sql`TEMPLATE ${sql.identifier(templateName)}`, options)
}

/** The same without any table, for tests of what happens before the migrations. */
export const makeEmptyTestDatabase = async (
  options?: ConnectOptions,
): Promise<ConnectedDatabase> => {
  const { adminUrl, prefix } = await readTestPostgres()
  return freshDatabase(adminUrl, prefix, sql.empty, options)
}

/** A lock that all processes with this database share, as ClickHouse migrations need. */
export const aTestLock = (
  database: ConnectedDatabase,
): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  return (work) => withAdvisoryLock(database, 'a test', work)
}

async function freshDatabase(
  adminUrl: string,
  prefix: string,
  template: typeof sql.empty,
  options?: ConnectOptions,
): Promise<ConnectedDatabase> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await asAdmin(adminUrl, sql`CREATE DATABASE ${sql.identifier(name)} ${template}`)
  const database = connect(aDatabaseUrl(adminUrl, name), options)
  afterAll(async () => {
    await database.close()
    await asAdmin(adminUrl, sql`DROP DATABASE IF EXISTS ${sql.identifier(name)} WITH (FORCE)`)
  })
  return database
}

async function asAdmin(adminUrl: string, statement: typeof sql.empty): Promise<void> {
  const admin = connect(adminUrl, { maximumConnections: 1 })
  try {
    await admin.run(statement)
  } finally {
    await admin.close()
  }
}
