import { makeEmptyTestDatabase } from '@playhead/testing/engines/database.ts'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { settlesWithin } from '@playhead/domain/awake-pause.ts'
import { connect } from './client.ts'
import { DatabaseUnavailable, violatedConstraint } from './database-unavailable.ts'
import { sql } from './sql.ts'

const database = await makeEmptyTestDatabase({ statementTimeoutSeconds: 1 })
await database.run(sql`CREATE TABLE things (id bigint PRIMARY KEY, name text NOT NULL)`)
const Thing = z.object({ id: z.number(), name: z.string() })

const hostile = [
  `'; DROP TABLE things; --`,
  `"quoted"`,
  `\\'; SELECT 1; --`,
  '$1',
  '$$; DROP TABLE things; $$',
  '*/ DROP TABLE things; /*',
  'é漢字🙂\u202e',
  `{"a","b"}`,
  ' \t\r\n\b',
]

function selectText(text: string) {
  return database.row(z.object({ text: z.string() }), sql`SELECT ${text}::text AS text`)
}

test('hostile strings come back as they are, alone and in arrays, and touch nothing', async () => {
  for (const text of hostile) expect((await selectText(text)).text).toBe(text)
  const { texts } = await database.row(
    z.object({ texts: z.array(z.string()) }),
    sql`SELECT ${hostile}::text[] AS texts`,
  )
  expect(texts).toEqual(hostile)
  expect(await database.rows(Thing, sql`SELECT * FROM things`)).toEqual([])
})

test('a query carries the name of the function that wrote it', async () => {
  async function listActivity() {
    const Activity = z.object({ query: z.string() })
    return database.row(Activity, sql`SELECT current_query() AS query WHERE ${true}`)
  }
  expect((await listActivity()).query).toMatch(/^\/\* listActivity \*\/ SELECT/)
})

test('values arrive as numbers, dates and plain days', async () => {
  const Row = z.object({
    big: z.number(),
    bigs: z.array(z.number().nullable()),
    moment: z.date(),
    day: z.string(),
    local: z.date(),
    document: z.object({ list: z.array(z.number()) }),
  })
  const moment = new Date('2026-03-29T01:30:00.123Z')
  const row = await database.row(
    Row,
    sql`SELECT ${9_007_199_254_740_991n}::bigint AS big, ARRAY[1, NULL, -5]::bigint[] AS bigs,
      ${moment}::timestamptz AS moment, '2026-03-29'::date AS day, '2026-03-29 02:30:00'::timestamp AS local,
      ${sql.json({ list: [1, 2] })} AS document`,
  )
  expect(row).toEqual({
    big: 9_007_199_254_740_991,
    bigs: [1, null, -5],
    moment,
    day: '2026-03-29',
    local: new Date('2026-03-29T02:30:00Z'),
    document: { list: [1, 2] },
  })
})

test('a BIGINT that a number cannot hold is an error and not a wrong number', async () => {
  const asked = database.row(
    z.object({ big: z.number() }),
    sql`SELECT 9007199254740993::bigint AS big`,
  )
  await expect(asked).rejects.toThrow('9007199254740993 is too large')
})

test('row wants exactly one, maybeRow at most one, run counts', async () => {
  await database.run(sql`DELETE FROM things`)
  expect(await database.run(sql`INSERT INTO things VALUES (1, 'a'), (2, 'b')`)).toBe(2)
  const all = sql`SELECT * FROM things ORDER BY id`
  await expect(database.row(Thing, all)).rejects.toThrow('2 rows where one was expected')
  await expect(database.maybeRow(Thing, all)).rejects.toThrow('2 rows where at most one')
  expect(await database.maybeRow(Thing, sql`SELECT * FROM things WHERE id = 3`)).toBeUndefined()
  await expect(database.row(Thing, sql`SELECT * FROM things WHERE id = 3`)).rejects.toThrow(
    '0 rows',
  )
  expect(await database.rows(Thing, all)).toEqual([
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ])
})

test('a row of another shape than declared is an error', async () => {
  await expect(database.rows(Thing, sql`SELECT 'x' AS id, 'y' AS name`)).rejects.toThrow(
    /expected number/i,
  )
})

describe('transactions', () => {
  const count = async () =>
    (await database.row(z.object({ count: z.number() }), sql`SELECT count(*) AS count FROM things`))
      .count

  test('keep everything or nothing', async () => {
    await database.run(sql`DELETE FROM things`)
    const failing = database.transaction(async (transaction) => {
      await transaction.run(sql`INSERT INTO things VALUES (1, 'a')`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await count()).toBe(0)
    const answer = await database.transaction(async (transaction) => {
      await transaction.run(sql`INSERT INTO things VALUES (1, 'a')`)
      return 'kept'
    })
    expect(answer).toBe('kept')
    expect(await count()).toBe(1)
  })

  test('inside a transaction undo only their own part', async () => {
    await database.run(sql`DELETE FROM things`)
    await database.transaction(async (outer) => {
      await outer.run(sql`INSERT INTO things VALUES (1, 'outer')`)
      const inner = outer.transaction(async (transaction) => {
        await transaction.run(sql`INSERT INTO things VALUES (2, 'inner')`)
        await transaction.run(sql`INSERT INTO things VALUES (1, 'twice')`)
      })
      expect(violatedConstraint(await inner.catch((error: unknown) => error))).toBe('things_pkey')
      await outer.transaction((transaction) =>
        transaction.run(sql`INSERT INTO things VALUES (3, 'inner')`),
      )
    })
    expect(await database.rows(Thing, sql`SELECT * FROM things ORDER BY id`)).toEqual([
      { id: 1, name: 'outer' },
      { id: 3, name: 'inner' },
    ])
  })

  test('hand on a foreign network error as what it is', async () => {
    const foreign = Object.assign(new Error('mail server'), { code: 'ECONNREFUSED' })
    const failing = database.transaction(() => Promise.reject(foreign))
    await expect(failing).rejects.toBe(foreign)
  })
})

test('a query that runs too long is ended by the server', async () => {
  await expect(database.run(sql`SELECT pg_sleep(10)`)).rejects.toThrow(/statement timeout/)
})

test('anyone who has to wait for the queries of many others gets an answer', async () => {
  const one = connect(database, { maximumConnections: 1 })
  try {
    const pause = () => one.run(sql`SELECT pg_sleep(2)`)
    expect(await Promise.all([pause(), pause(), pause(), pause()])).toEqual([1, 1, 1, 1])
  } finally {
    await one.close()
  }
})

test('a silent server is given up by all waiting queries, and then at once', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const nobody = connect(`postgres://someone@127.0.0.1:${port}/nothing`, { maximumConnections: 2 })
  const refusals = async (count: number) => {
    const ask = () => nobody.check().catch((error: unknown) => error)
    const errors = await Promise.all(Array.from({ length: count }, ask))
    return errors.every((error) => error instanceof DatabaseUnavailable)
  }
  try {
    const all = refusals(20)
    // Heartbeat promises 5 seconds; a busy machine may take longer.
    expect(await settlesWithin(pause, all, 10_000)).toBe(true)
    expect(await all).toBe(true)
    // A refusal without a request needs no turn of the event loop.
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'not at once'))
    expect(await Promise.race([refusals(20), nextTurn])).toBe(true)
  } finally {
    await nobody.close()
    silent.close()
  }
})

test('a program that was frozen itself does not take that for the silence of the server', async () => {
  const asked = database.run(sql`SELECT pg_sleep(0.5)`)
  const frozenUntil = Date.now() + 4_500
  while (Date.now() < frozenUntil);
  expect(await asked).toBe(1)
})

test('a connection that the server ends is DatabaseUnavailable, and the next query works', async () => {
  const failing = database.transaction(async (transaction) => {
    await transaction.run(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(failing).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect((await selectText('again')).text).toBe('again')
})

test.each([
  [
    'postgres://playhead:geheim@127.0.0.1:1/app',
    'Postgres at 127.0.0.1:1 (database "app", user "playhead") cannot be reached: nothing answers there.',
  ],
  [
    'postgres://playhead:geheim@localhost/app?host=/nonexistent',
    'Postgres at /nonexistent (database "app", user "playhead") cannot be reached: its socket does not exist.',
  ],
])(
  'an address that nobody answers is told in one sentence without the password: %s',
  async (url, sentence) => {
    const unreachable = connect(url)
    const error = await unreachable.check().catch((caught: unknown) => caught)
    await unreachable.close()
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect((error as DatabaseUnavailable).publicMessage).toBe(sentence)
  },
)

test('a wrong password and a missing database are reported in one sentence without the password', async () => {
  const url = new URL(database.url)
  url.password = 'geheim'
  const wrongPassword = connect(url.href)
  const error = await wrongPassword.check().catch((caught: unknown) => caught)
  await wrongPassword.close()
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect((error as Error).message).toMatch(
    /cannot be reached: the user name or the password is wrong\.$/,
  )
  expect((error as Error).message).not.toContain('geheim')

  const missing = new URL(database.url)
  missing.pathname = '/no_such_database'
  const missingDatabase = connect(missing.href)
  await expect(missingDatabase.check()).rejects.toThrow(
    /\(database "no_such_database".*the database does not exist\.$/,
  )
  await missingDatabase.close()
})

test('an address that is none is refused at once', () => {
  expect(() => connect('mysql://root:geheim@localhost/app')).toThrow(
    new DatabaseUnavailable('The database address is not a postgres:// address.'),
  )
  expect(() => connect('nonsense')).toThrow('The database address is not a postgres:// address.')
})
