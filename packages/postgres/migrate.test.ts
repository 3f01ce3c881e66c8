import { makeEmptyTestDatabase, makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { postgresMigrations } from '@playhead/testing/engines/test-postgres.ts'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withAdvisoryLock } from './advisory-lock.ts'
import { migrate, MigrationFailed } from './migrate.ts'
import { sql } from './sql.ts'

const database = await makeEmptyTestDatabase()
const migrated = await makeTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'playhead-migrations-'))
const Name = z.object({ name: z.string() })

afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  await database.run(sql`DROP SCHEMA public CASCADE`)
  await database.run(sql`CREATE SCHEMA public`)
  for (const name of await readdir(folder)) await rm(join(folder, name))
})

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text)
}

async function tables(): Promise<string[]> {
  const found = await database.rows(
    Name,
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  return found.map(({ name }) => name)
}

test('files are applied once, in the order of their names', async () => {
  await write('2_second.sql', 'INSERT INTO first VALUES (2);')
  await write('1_first.sql', 'CREATE TABLE first (id int); INSERT INTO first VALUES (1);')
  await write('notes.txt', 'nonsense')
  expect(await migrate(database, folder)).toEqual(['1_first.sql', '2_second.sql'])
  expect(await migrate(database, folder)).toEqual([])
  const rows = await database.rows(
    z.object({ id: z.number() }),
    sql`SELECT id FROM first ORDER BY id`,
  )
  expect(rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a file that fails leaves nothing of itself behind and keeps what came before', async () => {
  await write('1_good.sql', 'CREATE TABLE good (id int);')
  await write('2_bad.sql', 'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1);')
  const error = await migrate(database, folder).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(MigrationFailed)
  expect((error as MigrationFailed).publicMessage).toMatch(
    /^The migration 2_bad\.sql failed and was undone: .*"nowhere"/,
  )
  expect(await tables()).toEqual(['good', 'schema_migrations'])
  await write('2_bad.sql', 'CREATE TABLE whole (id int);')
  expect(await migrate(database, folder)).toEqual(['2_bad.sql'])
})

test('a file changed after it was applied is reported by name; other line ends are no change', async () => {
  await write('1_first.sql', 'CREATE TABLE first (\n id int);\n')
  await migrate(database, folder)
  await write('1_first.sql', 'CREATE TABLE first (\r\n id int);\r\n')
  expect(await migrate(database, folder)).toEqual([])
  await write('1_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(migrate(database, folder)).rejects.toThrow(
    'The migration 1_first.sql was changed after it had been applied; put the change into a new file.',
  )
})

test('a database of a newer version is left alone', async () => {
  await write('1_first.sql', 'CREATE TABLE first (id int);')
  await migrate(database, folder)
  await rm(join(folder, '1_first.sql'))
  await expect(migrate(database, folder)).rejects.toThrow('it was migrated by a newer version')
})

test('several programs may migrate at once', async () => {
  await write('1_first.sql', 'CREATE TABLE first (id int); SELECT pg_sleep(0.2);')
  await write('2_second.sql', 'INSERT INTO first VALUES (1);')
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database, folder)))
  expect(applied.flat().toSorted()).toEqual(['1_first.sql', '2_second.sql'])
  const [row] = await database.rows(
    z.object({ count: z.number() }),
    sql`SELECT count(*) AS count FROM first`,
  )
  expect(row).toEqual({ count: 1 })
})

test('work under one lock never overlaps', async () => {
  const steps: string[] = []
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      withAdvisoryLock(database, 'a test', async () => {
        steps.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 30))
        steps.push(`${name} out`)
      }),
    ),
  )
  const [first, second, third] = [0, 2, 4].map((index) => steps[index]?.[0])
  expect(steps).toEqual(
    [first, first, second, second, third, third].map(
      (name, i) => `${name} ${i % 2 ? 'out' : 'in'}`,
    ),
  )
})

describe('a test database', () => {
  test('comes with every migration of the program', async () => {
    const files = (await readdir(postgresMigrations)).filter((name) => name.endsWith('.sql'))
    const applied = await migrated.rows(Name, sql`SELECT name FROM schema_migrations ORDER BY name`)
    expect(applied.map(({ name }) => name)).toEqual(files.toSorted())
    expect(await migrate(migrated, postgresMigrations)).toEqual([])
  })
})
