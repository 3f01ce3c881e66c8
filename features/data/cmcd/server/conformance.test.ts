import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConformanceCounts } from '@playhead/collector/cmcd/conformance-counts.ts'
import { parseCmcdReport } from '@playhead/collector/cmcd/parse-cmcd-report.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { cmcdServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([cmcdServer], { clickhouse })
const make = aFactory(database)
const address = '/data/v1/cmcd/conformance'
const fixtures = path.join(import.meta.dirname, '../../../../packages/collector/cmcd/fixtures')

async function setUp() {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['data:read'])
  const warnings: string[] = []
  const counts = new ConformanceCounts({
    clickhouse,
    findIds: async (keys) => new Map(keys.map((key) => [key, world.environment.id])),
    warn: (message) => warnings.push(message),
    now: () => Date.now(),
  })
  const report = async (player: string) => {
    const file = path.join(fixtures, `${player}-to-the-end.json`)
    for (const { body } of JSON.parse(await readFile(file, 'utf8')) as { body: string }[])
      counts.note('key', parseCmcdReport(body, { environmentKey: 'key', player }).conformance)
  }
  return { ...world, token, counts, report, warnings }
}

const verdicts = (keys: { key: string; verdict: string }[]) =>
  Object.fromEntries(keys.map(({ key, verdict }) => [key, verdict]))

test('the report shows for each player which keys of the standard it sends, lacks and breaks', async () => {
  const { token, counts, report, warnings } = await setUp()
  await report('hls.js')
  await counts.write()
  await report('dash.js')
  await report('dash.js')
  await counts.write()
  expect(warnings).toEqual([])

  const { status, body } = await call(address, { token })
  expect(status).toBe(200)
  const names = body.data.map((each: { player: string }) => each.player)
  expect(names).toEqual(['dash.js', 'hls.js'])
  const of = (player: string) =>
    body.data.find((each: { player: string }) => each.player === player)

  expect(of('hls.js')).toMatchObject({ player_version: null, streaming_formats: ['hls'] })
  expect(verdicts(of('hls.js').keys)).toMatchObject({
    e: 'present',
    sid: 'present',
    sn: 'present',
    ts: 'present',
    sta: 'present',
    br: 'present',
    mtp: 'present',
    msd: 'missing',
    pt: 'missing',
    ec: 'missing',
  })
  expect(of('dash.js').streaming_formats).toEqual(['dash'])
  // dash.js sends the time of the first byte since 1970 instead of since the request.
  expect(verdicts(of('dash.js').keys)).toMatchObject({ ttfb: 'malformed', msd: 'present' })
  expect(of('hls.js').events[0].count).toBeGreaterThan(1)
})

test('an environment without reports has an empty list, and never sees the reports of another', async () => {
  const { token } = await setUp()
  expect((await call(address, { token })).body).toEqual({ data: [] })
})

test('a token without the permission is refused', async () => {
  const { environment } = await setUp()
  const token = await make.accessToken(environment, ['video:read'])
  expect((await call(address, { token })).status).toBe(403)
})

test('at most 20 players of an environment are kept, however many report', async () => {
  const { token, counts } = await setUp()
  for (let index = 0; index < 500; index += 1)
    counts.note(
      'key',
      parseCmcdReport(`e=t,sid="s",sn=0,ts=1795260380000,v=2,constructor=1`, {
        environmentKey: 'key',
        player: `player ${index}`,
      }).conformance,
    )
  await counts.write()
  const { body } = await call(address, { token })
  expect(body.data).toHaveLength(20)
  expect(body.data[0].keys.at(-1)).toMatchObject({ key: 'constructor', verdict: 'unknown' })
})
