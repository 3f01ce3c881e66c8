import {
  makeEmptyTestClickHouse,
  makeTestClickHouse,
} from '@playhead/testing/engines/clickhouse.ts'
import { makeEmptyTestDatabase, aTestLock } from '@playhead/testing/engines/database.ts'
import { clickhouseMigrations } from '@playhead/testing/engines/test-clickhouse.ts'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { migrate, type MigrateOptions } from './migrate.ts'
import { sql } from './sql.ts'

const migrated = await makeTestClickHouse()
const clickhouse = await makeEmptyTestClickHouse()
const database = await makeEmptyTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'playhead-migrations-'))
const withLock: MigrateOptions['withLock'] = aTestLock(database)
const Name = z.object({ name: z.string() })

afterAll(() => rm(folder, { recursive: true }))

test('a test database comes with every migration of the program', async () => {
  const applied = await migrated.rows(Name, sql`SELECT name FROM schema_migrations`)
  expect(applied).toContainEqual({ name: '20261121_0000_schema_migrations.sql' })
  expect(await migrate(migrated, clickhouseMigrations, { withLock })).toEqual([])
})

test('several programs migrate at once, a failed file runs again, a changed one is reported by name', async () => {
  await cp(clickhouseMigrations, folder, { recursive: true })
  const things = join(folder, '30000101_0000_things.sql')
  const table = `CREATE TABLE IF NOT EXISTS things (a String DEFAULT ';') ENGINE = MergeTree ORDER BY a;`
  await writeFile(things, `${table}\nINSERT INTO nowhere VALUES ('b');`)
  await expect(migrate(clickhouse, folder, { withLock })).rejects.toThrow(
    /^The ClickHouse migration 30000101_0000_things\.sql failed: .*nowhere/s,
  )

  await writeFile(things, `${table}\nINSERT INTO things VALUES ('b');`)
  const applied = await Promise.all([1, 2, 3].map(() => migrate(clickhouse, folder, { withLock })))
  expect(applied.flat()).toEqual(['30000101_0000_things.sql'])
  expect(await clickhouse.rows(z.object({ a: z.string() }), sql`SELECT a FROM things`)).toEqual([
    { a: 'b' },
  ])

  await writeFile(things, table)
  await expect(migrate(clickhouse, folder, { withLock })).rejects.toThrow(
    'The ClickHouse migration 30000101_0000_things.sql was changed after it had been applied; put the change into a new file.',
  )
  await rm(things)
  await expect(migrate(clickhouse, folder, { withLock })).rejects.toThrow(
    'it was migrated by a newer version',
  )
})
