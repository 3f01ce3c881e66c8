import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { exportColumns } from './export-columns.ts'
import { exportsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { api, app, call, database, dataFolder, clock } = await startTestApp([exportsServer], {
  clickhouse,
})
const make = aFactory(database)
const [schedule] = exportsServer.schedules

const dayMs = 86_400_000
/** Noon of today in UTC, so that yesterday is complete. */
const noon = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
const dayBefore = (days: number) => new Date(noon - days * dayMs).toISOString().slice(0, 10)
clock.now = () => new Date(noon)

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment)
  const list = async () => {
    const { status, body } = await call('/data/v1/exports/views', { token })
    expect(status).toBe(200)
    return body
  }
  return { ...world, token, list, add: aViewFactory(clickhouse, world.environment) }
}

const write = () => schedule!.run(app)
const download = (address: string) => {
  const { pathname, search } = new URL(address)
  return api.request(`${pathname}${search}`)
}

test('files are written for the last seven days that are over, once they are requested', async () => {
  const { add, list, environment } = await setUp()
  const silent = await setUp()
  await silent.add({ view_end: noon - dayMs })
  await add(
    { view_id: 'late', view_end: noon - dayMs + 3_600_000, video_title: 'Say "hi", twice' },
    { view_id: 'early', view_end: noon - dayMs, country: null, latitude: 52.57, longitude: -13.49 },
    { view_id: 'today', view_end: noon },
    { view_id: 'last week', view_end: noon - 7 * dayMs },
    { view_id: 'before', view_end: noon - 8 * dayMs },
  )
  expect(await list()).toMatchObject({ data: [], total_row_count: 0 })
  await write()
  const { data, total_row_count: total } = await list()
  expect(total).toBe(7)
  expect(data.map((one: { export_date: string }) => one.export_date)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map(dayBefore),
  )
  const [file] = data[0].files
  expect(file).toMatchObject({ type: 'csv', version: 1 })
  expect(file.path).toMatch(
    /^http:\/\/localhost:4000\/data\/v1\/exports\/views\/[\d-]+\.csv\.gz\?token=/,
  )
  expect(await readdir(join(dataFolder, 'exports'))).toEqual([environment.id])

  const answer = await download(file.path)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="views-${dayBefore(1)}.csv.gz"`,
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
  const [head, ...lines] = gunzipSync(bytes).toString().trimEnd().split('\n')
  const names = head!.split(',').map((name) => JSON.parse(name) as string)
  expect(names).toEqual(exportColumns)
  expect(names).toEqual(names.toSorted())
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"Say ""hi"", twice"')
  const early = lines[0]!.split(',')
  const valueOf = (name: string) => early[names.indexOf(name)]
  expect([
    valueOf('view_id'),
    valueOf('country'),
    valueOf('latitude'),
    valueOf('longitude'),
  ]).toEqual(['"early"', '', '52.5', '-13.4'])
  expect(Date.parse(JSON.parse(valueOf('view_end')!) as string)).toBe(noon - dayMs)
})

test('a text that a spreadsheet would take for a formula is none, in whatever column', async () => {
  const { add, list } = await setUp()
  const given = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1", 'a=1']
  for (const [order, text] of given.entries())
    await add({
      view_id: text,
      view_end: noon - dayMs + order,
      video_title: text,
      browser: text,
      longitude: -13.49,
    })
  await list()
  await write()
  const { data } = await list()
  const bytes = Buffer.from(await (await download(data[0].files[0].path)).arrayBuffer())
  const [head, ...lines] = gunzipSync(bytes).toString().trimEnd().split('\n')
  const names = head!.split(',').map((name) => JSON.parse(name) as string)
  const expected = given.map((text) => (/^[=+@\t\r＝-]/.test(text) ? `'${text}` : text))
  for (const name of ['view_id', 'video_title', 'browser'])
    expect(lines.map((line) => line.split(',')[names.indexOf(name)])).toEqual(
      expected.map((text) => `"${text}"`),
    )
  // A negative number is not a formula.
  expect(lines[0]!.split(',')[names.indexOf('longitude')]).toBe('-13.4')
})

test('columns change only together with the version', () => {
  // A change of this list must increase the version in exportLimits.
  expect(exportColumns.join('\n')).toMatchSnapshot()
})

test('a file that is there is not written again, old ones go, and so do those of environments without readers', async () => {
  const { list, environment } = await setUp()
  await list()
  await write()
  const folder = join(dataFolder, 'exports', environment.id)
  await writeFile(join(folder, `${dayBefore(1)}.csv.gz`), 'kept')
  await writeFile(join(folder, `${dayBefore(8)}.csv.gz`), 'old')
  await mkdir(join(dataFolder, 'exports', 'gone'), { recursive: true })
  await write()
  expect(await readFile(join(folder, `${dayBefore(1)}.csv.gz`), 'utf8')).toBe('kept')
  expect(await readdir(folder)).toHaveLength(7)
  expect(await readdir(join(dataFolder, 'exports'))).not.toContain('gone')
  clock.now = () => new Date(noon + 31 * dayMs)
  await write()
  clock.now = () => new Date(noon)
  expect(await readdir(join(dataFolder, 'exports'))).toEqual([])
})

test('an address opens its own file, for a day, and nothing else', async () => {
  const { list, environment } = await setUp()
  await list()
  await write()
  const { data } = await list()
  const address = data[0].files[0].path as string
  expect((await download(address)).status).toBe(200)
  expect((await download(address.replace(dayBefore(1), dayBefore(2)))).status).toBe(404)
  expect((await download(address.replace(/token=.*/, 'token=x.y'))).status).toBe(404)
  expect((await download(address.replace(/\?.*/, ''))).status).toBe(400)
  const statement = { environment: environment.id, day: dayBefore(1) }
  const other = app.vault.sign('session-socket', statement, 60, clock.now())
  expect((await download(address.replace(/token=.*/, `token=${other}`))).status).toBe(404)
  clock.now = () => new Date(noon + dayMs + 1000)
  expect((await download(address)).status).toBe(404)
  clock.now = () => new Date(noon)
})

test('401 without credentials, 403 without the scope', async () => {
  const { environment } = await setUp()
  expect((await call('/data/v1/exports/views')).status).toBe(401)
  const token = await make.accessToken(environment, ['video:read'])
  expect((await call('/data/v1/exports/views', { token })).status).toBe(403)
})

test('environments take turns day by day: the first file of the last comes before the last of the first', async () => {
  const count = howMany('exporting-environments', { usual: 2, long: 3 })
  const worlds: Awaited<ReturnType<typeof setUp>>[] = []
  while (worlds.length < count) worlds.push(await setUp())
  for (const { add, list } of worlds) {
    for (let days = 1; days <= 7; days += 1) await add({ view_end: noon - days * dayMs })
    await list()
  }
  await write()
  const writtenAt = async ({ environment }: (typeof worlds)[0], days: number) =>
    (await stat(join(dataFolder, 'exports', environment.id, `${dayBefore(days)}.csv.gz`))).mtimeMs
  const firsts = await Promise.all(worlds.map((world) => writtenAt(world, 1)))
  const lasts = await Promise.all(worlds.map((world) => writtenAt(world, 7)))
  expect(Math.max(...firsts)).toBeLessThan(Math.min(...lasts))
})
