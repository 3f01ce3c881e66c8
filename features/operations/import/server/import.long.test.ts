import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLongRun, someOf } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { rollupServer } from '@playhead/features/data/rollup/server'
import { importCommand } from './import-command.ts'
import { listViews, deleteViews } from './testing-views.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, database, dataFolder } = await startTestApp([], { clickhouse })
const make = aFactory(database)

const newEnvironment = async () => make.environment(await make.organization())

const rowsOf = (id: string) => listViews(clickhouse, id)

const load = async (environment: { id: string }, name: string, content: string | Buffer) => {
  const file = join(dataFolder, name)
  await writeFile(file, content)
  return importCommand.run(app, { file, environment: environment.id, format: undefined })
}

const line = (given: object) =>
  `${JSON.stringify({ view_id: 'a', view_start: '2026-11-18T10:00:00Z', view_end: '2026-11-18T10:05:00Z', ...given })}\n`

const parquet = async (query: string) => {
  const url = new URL(clickhouse.url)
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`
  const answer = await fetch(new URL('/', `${url.protocol}//${url.host}`), {
    method: 'POST',
    body: `${query} FORMAT Parquet`,
    headers: { authorization },
  })
  if (!answer.ok) throw new Error(await answer.text())
  return Buffer.from(await answer.arrayBuffer())
}

const dayMs = 86_400_000
const rollUpDueDays = async () => {
  for (const schedule of rollupServer.schedules) await schedule.run(app)
}
const daysAgo = (days: number, hours = 0) =>
  new Date(Math.floor(app.clock.now().getTime() / dayMs) * dayMs - days * dayMs + hours * 3_600_000)
const historicalViews = async (environment: { id: string }, days: number) => {
  const timeframe = { start: daysAgo(days), end: daysAgo(days - 1), isHistorical: true }
  const question = { timeframe, filters: [], metricFilters: [] }
  return (await askOverall({ ...environment, clickhouse }, 'views', 'count', question)).value
}
const ago = (id: string, days: number, hours = 12) =>
  line({ view_id: id, view_start: daysAgo(days, hours), view_end: daysAgo(days, hours + 0.1) })
const asParquet = (prefix: string, days: number, count: number) =>
  parquet(
    `SELECT '${prefix}' || toString(number) AS view_id, fromUnixTimestamp64Milli(${daysAgo(days, 9).getTime()}, 'UTC') AS view_start,
      view_start + 60 AS view_end FROM numbers(${count})`,
  )

// These two come first: the schedule rolls up the days of every environment of this database.
test('sums that know views which are gone are not replaced by those of a few that are imported', async () => {
  const environment = await newEnvironment()
  await load(environment, 'before.ndjson', [1, 2, 3].map((id) => ago(`${id}`, 150)).join(''))
  await deleteViews(clickhouse, environment.id)
  const files = [
    ['few.ndjson', ago('few', 150)],
    ['few.parquet', await asParquet('few', 150, 2)],
  ] as const
  for (const [name, content] of someOf('files-of-few', files, 1)) {
    expect(await load(environment, name, content)).toMatchObject({
      rolled_up_days: 0,
    })
    await rollUpDueDays()
    expect(await historicalViews(environment, 150)).toBe(3)
  }
})

test('TIME-033 history older than retention is answered, whichever files bring it, and today too', async () => {
  const environment = await newEnvironment()
  const first = [ago('a', 300), ago('b', 300), ago('c', 120), ago('now', 0, 0), ago('older', 500)]
  expect(await load(environment, 'first.ndjson', first.join(''))).toMatchObject({
    rows: 5,
    rolled_up_days: 3,
  })
  expect(await rowsOf(environment.id)).toMatchObject([
    { view_id: 'a', retention_days: 307 },
    { view_id: 'b', retention_days: 307 },
    { view_id: 'c', retention_days: 127 },
    { view_id: 'now', retention_days: 100 },
  ])
  await load(environment, 'second.parquet', await asParquet('p', 300, 3))
  await load(environment, 'first.ndjson', first.join(''))
  await rollUpDueDays()
  expect(await historicalViews(environment, 300)).toBe(5)
  expect(await historicalViews(environment, 120)).toBe(1)
  expect(await historicalViews(environment, 0)).toBe(1)
})

test('lines become views of the environment that was named, whatever they say', async () => {
  const [mine, other] = [await newEnvironment(), await newEnvironment()]
  const text = line({ watch_time: 1000, country: 'SE', environment_id: other.id, is_deleted: 1 })
  const answer = await load(
    mine,
    'views.ndjson',
    `${text}\n${line({ view_id: 'b', country: null })}`,
  )
  expect(answer).toMatchObject({ views: 2, rolled_up_days: 1 })
  expect(await rowsOf(mine.id)).toMatchObject([
    { view_id: 'a', watch_time: 1000, country: 'SE', retention_days: 100 },
    { view_id: 'b', watch_time: 0, country: null },
  ])
  expect(await rowsOf(other.id)).toEqual([])
})

test('a second run replaces the views, also those that ended later', async () => {
  const environment = await newEnvironment()
  await load(environment, 'again.ndjson', line({ watch_time: 1 }) + line({ view_id: 'b' }))
  await load(environment, 'again.ndjson', line({ watch_time: 1 }) + line({ view_id: 'b' }))
  expect(await rowsOf(environment.id)).toHaveLength(2)
  await load(environment, 'again.ndjson', line({ view_end: '2026-11-18T10:09:00Z', watch_time: 9 }))
  expect(await rowsOf(environment.id)).toMatchObject([
    { view_id: 'a', watch_time: 9, view_end: '2026-11-18T10:09:00.000Z' },
    { view_id: 'b' },
  ])
})

test('one wrong line and nothing is imported; every wrong line is named', async () => {
  const environment = await newEnvironment()
  const text = [
    line({}).trim(),
    line({ watch_time: -4 }).trim(),
    'nonsense',
    line({ view_start: 'yesterday' }).trim(),
    line({ colour: 'red' }).trim(),
    line({ view_end: '2026-11-18T09:00:00Z' }).trim(),
    '{"view_id":"x"}',
    line({ errors: 'none' }).trim(),
  ].join('\n')
  await expect(load(environment, 'wrong.ndjson', text)).rejects.toMatchObject({
    body: {
      error: {
        messages: [
          'Nothing was imported.',
          'Line 2: watch_time must be a whole number from 0 to 4294967295.',
          'Line 3: this is not JSON.',
          'Line 4: view_start must be a time as 2026-11-21T10:00:00Z or in milliseconds since 1970.',
          'Line 5: there is no column "colour".',
          'Line 6: view_end is before view_start.',
          'Line 7: view_start is missing.',
          'Line 8: errors must be a JSON list, written as text.',
        ],
      },
    },
  })
  expect(await rowsOf(environment.id)).toEqual([])
})

test('a Parquet file is read by the engine, and again without doubling anything', async () => {
  const environment = await newEnvironment()
  const file = await parquet(
    `SELECT 'p' || toString(number) AS view_id, toDateTime64('2026-11-18 10:00:00', 3, 'UTC') AS view_start,
      view_start + number AS view_end, toUInt32(number * 1000) AS watch_time, 'NO' AS country FROM numbers(1000)`,
  )
  expect(await load(environment, 'views.parquet', file)).toMatchObject({ views: 1000 })
  await load(environment, 'views.parquet', file)
  const rows = await rowsOf(environment.id)
  expect(rows).toHaveLength(1000)
  expect(rows.find(({ view_id: id }) => id === 'p7')).toMatchObject({
    watch_time: 7000,
    country: 'NO',
  })
})

test.runIf(isLongRun())(
  'a Parquet file larger than the memory of a query becomes views in pieces',
  async () => {
    const environment = await newEnvironment()
    const rowsInFile = 30_000
    // Incompressible text fills two pieces with adjacent row groups.
    const file = await parquet(
      `SELECT 'p' || toString(number) AS view_id, toDateTime64('2026-11-18 10:00:00', 3, 'UTC') AS view_start,
      view_start + 1 AS view_end, toUInt32(number) AS watch_time, randomPrintableASCII(800) AS page_url,
      if(number % 2 = 0, 'NO', 'SE') AS country
      FROM numbers(${rowsInFile}) ORDER BY number
      SETTINGS output_format_parquet_row_group_size = 7500, max_threads = 1`,
    )
    expect(file.length).toBeGreaterThan(16 * 2 ** 20)
    expect(await load(environment, 'larger.parquet', file)).toMatchObject({ views: rowsInFile })
    const rows = new Map((await rowsOf(environment.id)).map((row) => [row.view_id, row]))
    for (const number of [0, 7_499, 7_500, 22_222, rowsInFile - 1])
      expect(rows.get(`p${number}`)).toMatchObject({
        watch_time: number,
        country: number % 2 === 0 ? 'NO' : 'SE',
      })
  },
)

test('one row of a Parquet file that cannot be a view and nothing is imported', async () => {
  const environment = await newEnvironment()
  const moment = (seconds: string) => `toDateTime64('2026-11-18 10:00:00', 3, 'UTC') + ${seconds}`
  const wrong = {
    'view_end is before view_start.': `'p' || toString(number) AS view_id, ${moment('0')} AS view_start,
      ${moment('if(number = 999, -1, 1)')} AS view_end`,
    'view_id must be text of 1 to 200 printable characters.': `if(number = 999, '', 'p') AS view_id, ${moment('0')} AS view_start, ${moment('1')} AS view_end`,
    'timeline must be a JSON list, written as text.': `'p' || toString(number) AS view_id, ${moment('0')} AS view_start, ${moment('1')} AS view_end,
      if(number = 999, '{}', '[]') AS timeline`,
    'rebuffer_percentage must be a number.': `'p' || toString(number) AS view_id, ${moment('0')} AS view_start, ${moment('1')} AS view_end,
      if(number = 999, nan, 0.5) AS rebuffer_percentage`,
    'latitude must be a number.': `'p' || toString(number) AS view_id, ${moment('0')} AS view_start, ${moment('1')} AS view_end,
      if(number = 999, -inf, NULL) AS latitude`,
    'error_type_id must be a whole number up to': `'p' || toString(number) AS view_id, ${moment('0')} AS view_start, ${moment('1')} AS view_end,
      if(number = 999, 18446744073709551615, NULL) AS error_type_id`,
    'view_start is missing.': `'p' || toString(number) AS view_id, ${moment('1')} AS view_end`,
  }
  for (const [words, columns] of Object.entries(wrong))
    await expect(
      load(environment, 'wrong.parquet', await parquet(`SELECT ${columns} FROM numbers(1000)`)),
    ).rejects.toMatchObject({
      status: 400,
      body: {
        error: { messages: ['Nothing was imported.', expect.stringContaining(words)] },
      },
    })
  expect(await rowsOf(environment.id)).toEqual([])
})

test('a damaged Parquet file, a missing file and an unknown environment are refused', async () => {
  const environment = await newEnvironment()
  for (const nonsense of ['nonsense', '', `PAR1${'x'.repeat(50)}\u0009\0\0\0PAR1`])
    await expect(load(environment, 'not.parquet', nonsense)).rejects.toMatchObject({ status: 400 })
  await expect(
    importCommand.run(app, {
      file: '/nowhere/x.ndjson',
      environment: environment.id,
      format: undefined,
    }),
  ).rejects.toMatchObject({ status: 400 })
  const nobody = { id: '00000000-0000-4000-8000-000000000000' }
  await expect(load(nobody, 'x.ndjson', line({}))).rejects.toMatchObject({ status: 404 })
})

test('a large file becomes views piece by piece', async () => {
  const environment = await newEnvironment()
  const timeline = JSON.stringify([{ name: 'x'.repeat(6_000), details: {} }])
  const text = Array.from({ length: 3_000 }, (_, index) =>
    line({ view_id: `view-${index}`, timeline }),
  ).join('')
  expect(await load(environment, 'large.ndjson', text)).toMatchObject({ views: 3_000 })
})

test.runIf(isLongRun())(
  'short lines are as large as others for the engine, and become views in pieces too',
  async () => {
    const environment = await newEnvironment()
    const text = Array.from({ length: 30_000 }, (_, index) => line({ view_id: `view-${index}` }))
    expect(await load(environment, 'short.ndjson', text.join(''))).toMatchObject({ views: 30_000 })
  },
)

const told = {
  country: 'S\u0000E',
  video_title: 'Züge\n\tnach \u0007Wien\u0085',
  video_cdn_trace: ['fast\u0000ly', 'akamai'],
  player_error_context: 'at one\n\tat \u0000two',
  view_total_upscaling: 5_000,
}
const clean = {
  country: 'SE',
  video_title: 'Züge nach Wien ',
  video_cdn_trace: ['fastly', 'akamai'],
  player_error_context: 'at one\n\tat two',
  view_total_upscaling: null,
}
const known = { ...clean, view_id: 'b', view_total_upscaling: 5_000 }

test('lines are cleaned as reports of players are: control characters, and totals of an untold time', async () => {
  const environment = await newEnvironment()
  const withTime = { ...told, view_id: 'b', view_total_content_playback_time: 10_000 }
  await load(environment, 'odd.ndjson', line(told) + line(withTime))
  expect(await rowsOf(environment.id)).toMatchObject([clean, known])
  await expect(
    load(environment, 'odd-id.ndjson', line({ view_id: 'a\u0000b' })),
  ).rejects.toMatchObject({
    body: {
      error: {
        messages: [
          'Nothing was imported.',
          'Line 1: view_id must be text of 1 to 200 printable characters.',
        ],
      },
    },
  })
})

test('rows of Parquet are cleaned in the same way', async () => {
  const environment = await newEnvironment()
  const select = (id: string, played: string) =>
    `SELECT ${id} AS view_id, toDateTime64('2026-11-18 10:00:00', 3, 'UTC') AS view_start, view_start + 5 AS view_end,
      'S\\0E' AS country, 'Züge\\n\\tnach \\x07Wien\\xC2\\x85' AS video_title, ['fast\\0ly', 'akamai'] AS video_cdn_trace,
      'at one\\n\\tat \\0two' AS player_error_context, toFloat64(5000) AS view_total_upscaling,
      CAST(${played} AS Nullable(Float64)) AS view_total_content_playback_time`
  const file = await parquet(`${select(`'a'`, 'NULL')} UNION ALL ${select(`'b'`, '10000')}`)
  await load(environment, 'odd.parquet', file)
  expect(await rowsOf(environment.id)).toMatchObject([clean, known])
  const odd = await parquet(select(`'a\\0b'`, 'NULL'))
  await expect(load(environment, 'odd-id.parquet', odd)).rejects.toMatchObject({
    body: {
      error: { messages: ['Nothing was imported.', expect.stringContaining('printable')] },
    },
  })
})
