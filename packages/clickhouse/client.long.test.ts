import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { clickhouseMigrations } from '@playhead/testing/engines/test-clickhouse.ts'
import { makeEmptyTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settlesWithin } from '@playhead/domain/awake-pause.ts'
import { connect } from './client.ts'
import { ClickHouseUnavailable } from './clickhouse-unavailable.ts'
import { migrate } from './migrate.ts'
import { ndjson } from './ndjson.ts'
import { sql } from './sql.ts'
import { day, float, int, uint, uints } from './typed-value.ts'

const clickhouse = await makeEmptyTestClickHouse({ maximumQuerySeconds: 3 })
await clickhouse.command(sql`CREATE TABLE things (id UInt64, name String)
  ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
const Thing = z.object({ id: z.number(), name: z.string() })

const hostile = [
  `'; DROP TABLE things; --`,
  `"quoted" \`name\``,
  `\\'; SELECT 1; --`,
  '{p0:String}',
  '$$; DROP TABLE things; $$',
  '*/ DROP TABLE things; /*',
  'é漢字🙂\u202e',
  `['a','b']`,
  ' \t\r\n\b\0',
  '\\N',
]

test('hostile strings come back as they are, alone and in arrays, and touch nothing', async () => {
  const Texts = z.object({ text: z.string(), texts: z.array(z.string()) })
  for (const text of hostile) {
    const [row] = await clickhouse.rows(Texts, sql`SELECT ${text} AS text, ${hostile} AS texts`)
    expect(row).toEqual({ text, texts: hostile })
  }
  expect(await clickhouse.rows(Thing, sql`SELECT * FROM things`)).toEqual([])
})

test('every kind of value is bound with its type', async () => {
  const moment = new Date('2026-11-21T07:08:09.123Z')
  const Row = z.object({
    whole: z.number(),
    negative: z.number(),
    fraction: z.number(),
    flag: z.boolean(),
    moment: z.string(),
    day: z.string(),
    list: z.array(z.number()),
  })
  const rows = await clickhouse.rows(
    Row,
    sql`SELECT ${uint(9_007_199_254_740_991)} AS whole, ${int(-5)} AS negative, ${float(0.25)} AS fraction,
      ${true} AS flag, ${moment} AS moment, ${day('2026-03-29')} AS day, ${uints([1, 2])} AS list`,
  )
  expect(rows).toEqual([
    {
      whole: 9_007_199_254_740_991,
      negative: -5,
      fraction: 0.25,
      flag: true,
      moment: moment.toISOString(),
      day: '2026-03-29',
      list: [1, 2],
    },
  ])
})

test('a query carries the name of the function that wrote it', async () => {
  async function listQueries() {
    const Query = z.object({ query: z.string() })
    return clickhouse.rows(
      Query,
      sql`SELECT query FROM system.processes WHERE query LIKE '%system.processes%'`,
    )
  }
  expect((await listQueries())[0]?.query).toMatch(/^\/\* listQueries \*\/ SELECT/)
})

test('rows and prepared buffers are inserted, and broken surrogates do not cost the batch', async () => {
  await clickhouse.command(sql`TRUNCATE TABLE things`)
  await clickhouse.insert('things', [{ id: 1, name: 'half \ud83d pair' }])
  await clickhouse.insert('things', ndjson([{ id: 2, name: 'whole 🙂' }]))
  await clickhouse.insert('things', [])
  expect(await clickhouse.rows(Thing, sql`SELECT * FROM things ORDER BY id`)).toEqual([
    { id: 1, name: 'half \ufffd pair' },
    { id: 2, name: 'whole 🙂' },
  ])
})

test('a batch with one bad row or an unknown column is refused as a whole', async () => {
  await clickhouse.command(sql`TRUNCATE TABLE things`)
  await expect(
    clickhouse.insert('things', [
      { id: 1, name: 'a' },
      { id: 'x', name: 'b' },
    ]),
  ).rejects.toThrow(/id/)
  await expect(clickhouse.insert('things', [{ id: 1, title: 'a' }])).rejects.toThrow(/title/)
  expect(await clickhouse.rows(Thing, sql`SELECT * FROM things`)).toEqual([])
})

test('the name of a table is quoted', async () => {
  await expect(clickhouse.insert('things` VALUES (1); --', [{ id: 1 }])).rejects.toThrow(/things/)
  expect(await clickhouse.rows(Thing, sql`SELECT * FROM things`)).toEqual([])
})

const endless = sql`SELECT sum(sleepEachRow(0.1)) AS s FROM numbers(1000) SETTINGS max_block_size = 1`

const listEndless = () =>
  clickhouse.rows(
    z.object({ id: z.string() }),
    sql`SELECT query_id AS id FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%processes%'`,
  )

test('a query that runs too long is ended by the server', async () => {
  await expect(clickhouse.rows(z.object({}), endless, { maximumSeconds: 1 })).rejects.toThrow(
    /timeout.*maximum: 1000 ms/i,
  )
})

test('packed rows are whole and counted, and a query that fails in the middle gives none', async () => {
  // The time of a query is for the tests after this one: a busy engine took seven seconds for these rows.
  const patient = connect(clickhouse.url, { maximumQuerySeconds: 60 })
  const some = await patient.packed(
    sql`SELECT number AS id, repeat('é"\\n', 500) AS name FROM numbers(${uint(20_000)})`,
  )
  expect(some.rows).toBe(20_000)
  const lines = gunzipSync(some.bytes).toString().trimEnd().split('\n')
  expect(lines.map((line) => Thing.parse(JSON.parse(line)).id)).toEqual([...lines.keys()])
  expect(lines).toHaveLength(20_000)
  expect(await patient.packed(sql`SELECT 1 AS id WHERE 0`)).toMatchObject({ rows: 0 })
  const failing = sql`SELECT throwIf(number = 30000), repeat('x', 500) FROM numbers(40000) SETTINGS max_block_size = 1000`
  await expect(patient.packed(failing)).rejects.toThrow('throwIf')
  await patient.close()
})

test('a statement that has more time than usual is waited for, though nothing is heard of it', async () => {
  const hasty = connect(clickhouse.url, { maximumQuerySeconds: 0.1 })
  const silent = sql`SELECT sum(sleepEachRow(0.1)) AS s FROM numbers(62) SETTINGS max_block_size = 1`
  const rows = await hasty.rows(z.object({ s: z.number() }), silent, { maximumSeconds: 60 })
  expect(rows).toEqual([{ s: 0 }])
  await hasty.close()
})

test('a silent server is given up by all waiting queries, and then at once', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const nobody = connect(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/nothing`)
  const refusals = async (...asks: (() => Promise<unknown>)[]) => {
    const errors = await Promise.all(asks.map((ask) => ask().catch((error: unknown) => error)))
    return errors.every((error) => error instanceof ClickHouseUnavailable)
  }
  const read = () => nobody.rows(Thing, sql`SELECT * FROM things`)
  const write = () => nobody.insert('things', [{ id: 1, name: 'a' }])
  try {
    const all = refusals(...Array.from({ length: 15 }, () => read), write)
    // Heartbeat promises 5 seconds; a busy machine may take longer.
    expect(await settlesWithin(pause, all, 10_000)).toBe(true)
    expect(await all).toBe(true)
    // A refusal without a request needs no turn of the event loop.
    const asOne = refusals(read, write, () => nobody.check())
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'not at once'))
    expect(await Promise.race([asOne, nextTurn])).toBe(true)
  } finally {
    await nobody.close()
    silent.close()
  }
})

test('a reader who goes away ends the query on the server', async () => {
  const leaving = new AbortController()
  const asked = clickhouse.rows(z.object({}), endless, {
    signal: leaving.signal,
    maximumSeconds: 30,
  })
  await expect.poll(listEndless).toHaveLength(1)
  leaving.abort()
  await expect(asked).rejects.toThrow(/abort/i)
  await expect.poll(listEndless).toEqual([])
})

test('queries run side by side', async () => {
  const leaving = new AbortController()
  const options = { signal: leaving.signal, maximumSeconds: 90 }
  const asked = Promise.allSettled(
    [1, 2, 3, 4].map(() => clickhouse.rows(z.object({}), endless, options)),
  )
  await expect.poll(listEndless).toHaveLength(4)
  leaving.abort()
  await asked
  await expect.poll(listEndless).toEqual([])
})

test('an address that nobody answers is reported in one sentence without the password', async () => {
  const unreachable = connect('http://reader:geheim@127.0.0.1:1/views')
  const error = await unreachable.check().catch((caught: unknown) => caught)
  await unreachable.close()
  expect(error).toBeInstanceOf(ClickHouseUnavailable)
  expect((error as ClickHouseUnavailable).publicMessage).toBe(
    'ClickHouse at 127.0.0.1:1 (database "views", user "reader") cannot be reached: nothing answers there.',
  )
})

test('a wrong password is told without the password, and lets nobody in', async () => {
  const url = new URL(clickhouse.url)
  url.password = 'geheim'
  const stranger = connect(url.href)
  await expect(stranger.check()).rejects.toThrow(
    /cannot be reached: the user name or the password is wrong\.$/,
  )
  await stranger.close()
})

test('an address that is none is refused at once', () => {
  expect(() => connect('tcp://localhost')).toThrow(
    'The ClickHouse address is not an http:// address.',
  )
})

test('migrations are applied once', async () => {
  const withLock = <Result>(work: () => Promise<Result>) => work()
  const applied = await migrate(clickhouse, clickhouseMigrations, { withLock })
  expect(applied).toContain('20261121_0000_schema_migrations.sql')
  expect(await migrate(clickhouse, clickhouseMigrations, { withLock })).toEqual([])
})
