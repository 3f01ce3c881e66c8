import { connect } from '@playhead/postgres/client.ts'
import { startPostgres } from '@playhead/postgres/launcher.ts'
import { migrate } from '@playhead/postgres/migrate.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const postgresMigrations = fileURLToPath(
  new URL('../../../database/postgres', import.meta.url),
)

interface TestPostgres {
  details: { adminUrl: string; templateName: string; prefix: string }
  stop(): Promise<void>
}

/** Our engine, or the server of PLAYHEAD_TEST_DATABASE_URL, whose user must be allowed to create databases. */
export const startTestPostgres = async (folder: string): Promise<TestPostgres> => {
  const ownServer = process.env.PLAYHEAD_TEST_DATABASE_URL
  if (ownServer !== undefined && ownServer !== '') return prepare(ownServer, async () => {})
  const engine = await startPostgres({
    dataFolder: join(folder, 'postgres'),
    log: () => {},
    // Test data may be lost with the machine; durability tests start their own engines.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  return prepare(engine.url, () => engine.stop())
}

async function prepare(adminUrl: string, stop: () => Promise<void>): Promise<TestPostgres> {
  const prefix = `playhead_test_${randomBytes(4).toString('hex')}`
  const templateName = `${prefix}_template`
  const admin = connect(adminUrl, { maximumConnections: 1 })
  try {
    await admin.run(sql`CREATE DATABASE ${sql.identifier(templateName)}`)
    await migrate({ url: aDatabaseUrl(adminUrl, templateName) }, postgresMigrations)
  } finally {
    await admin.close()
  }
  return {
    details: { adminUrl, templateName, prefix },
    async stop() {
      await dropDatabases(adminUrl, prefix)
      await stop()
    },
  }
}

export const aDatabaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const admin = connect(adminUrl, { maximumConnections: 1 })
  try {
    const left = await admin.rows(
      z.object({ name: z.string() }),
      sql`SELECT datname AS name FROM pg_database WHERE starts_with(datname, ${prefix})`,
    )
    for (const { name } of left) {
      await admin.run(sql`DROP DATABASE IF EXISTS ${sql.identifier(name)} WITH (FORCE)`)
    }
  } finally {
    await admin.close()
  }
}
