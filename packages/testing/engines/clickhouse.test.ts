import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { appliedMigrations, migrate } from '@playhead/clickhouse/migrate.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeEmptyTestClickHouse, makeTestClickHouse } from './clickhouse.ts'
import { clickhouseMigrations } from './test-clickhouse.ts'

const copied = await makeTestClickHouse()
const migrated = await makeEmptyTestClickHouse()
await migrate(migrated, clickhouseMigrations, { withLock: (work) => work() })

const tablesOf = (database: ClickHouse) =>
  database.rows(
    z.object({ name: z.string(), statement: z.string() }),
    sql`SELECT name, replaceAll(create_table_query, currentDatabase(), 'any') AS statement
      FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  )

test('the database of a test file is what all migrations make', async () => {
  const tables = await tablesOf(copied)
  expect(tables.length).toBeGreaterThan(10)
  expect(tables).toEqual(await tablesOf(migrated))
  expect(await appliedMigrations(copied)).toEqual(await appliedMigrations(migrated))
  expect(await migrate(copied, clickhouseMigrations, { withLock: (work) => work() })).toEqual([])
})
