import { describe, expect, test } from 'vitest'
import { Audience } from '@playhead/audience/audience.ts'
import { historyRows } from '@playhead/audience/history.ts'
import { incidentsAround } from '@playhead/audience/world/incidents.ts'
import { northlight } from '@playhead/audience/world/world.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { whyServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([whyServer], { clickhouse })
const make = aFactory(database)
const hour = 3_600_000
const noon = Math.floor(Date.now() / hour) * hour - 3 * hour

const setUp = async () => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment)
  return {
    environment,
    addViews: aViewFactory(clickhouse, environment),
    ask: (path: string) => call(`/ui/v1/metrics/${path}`, { token }),
  }
}

/** A day of the demo's calendar: its views are always the same. */
const brokenDay = Date.UTC(2026, 10, 15)

const movedBy = (byMs: number) => (row: Record<string, unknown>) => {
  const later = (moment: unknown) => new Date(Date.parse(String(moment)) + byMs).toISOString()
  return { ...row, view_start: later(row.view_start), view_end: later(row.view_end) }
}

const between = (name: string, from: number, to: number) =>
  `${name}[]=${from / 1000}&${name}[]=${to / 1000}`

/** Two hours of views from two countries and three browsers; in the second hour Firefox starts late. */
const lateFirefox = async () => {
  const made = await setUp()
  await made.addViews(
    ...Array.from({ length: 600 }, (_, index) => {
      const browser = ['Chrome', 'Safari', 'Firefox'][index % 3]!
      const isLate = index >= 300 && browser === 'Firefox'
      return {
        view_end: noon + (index >= 300 ? hour : 0) + index * 1_000,
        browser,
        country: ['DE', 'US'][Math.floor(index / 3) % 2]!,
        video_startup_time: (isLate ? 4_000 : 1_000) + (index % 7) * 50,
      }
    }),
  )
  return made
}

describe('200', () => {
  test('a change is compared with the range before, and its explanation has the filters of its views', async () => {
    const { ask } = await lateFirefox()
    const path = `video_startup_time/changes?measurement=avg&${between('timeframe', noon + hour, noon + 2 * hour)}`
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(body.baseline).toEqual([noon / 1000, noon / 1000 + 3600])
    expect(body.timeframe).toEqual([noon / 1000 + 3600, noon / 1000 + 7200])
    expect(body.data).toMatchObject({ metric: 'video_startup_time', measurement: 'avg' })
    expect(body.data.rows).toHaveLength(1)
    const [row] = body.data.rows
    expect(row).toMatchObject({
      parts: [{ dimension: 'browser', value: 'Firefox' }],
      filters: ['browser:Firefox'],
      before: { views: 100 },
      after: { views: 100 },
    })
    expect(row.share).toBeCloseTo(1, 1)
    expect(row.after.value - row.before.value).toBeCloseTo(3_000, -2)
    expect(row.rate_effect).toBeCloseTo(body.data.after.value - body.data.before.value, -1)
    expect(row.without).toBeCloseTo(body.data.before.value, -1)
    const same = await ask(`${path}&${between('baseline', noon, noon + hour)}`)
    expect(same.body.data).toEqual(body.data)
  })

  // The demo is planned as it was written, which takes most of a minute.
  test.runIf(isLongRun())(
    'the broken CDN of the demo is found by every metric that it affected',
    async () => {
      const { environment, ask } = await setUp()
      const planted = incidentsAround(brokenDay).find(({ kind }) => kind === 'cdn_brownout')!
      const day = 24 * hour
      const byMs = noon - Math.ceil(planted.to / hour) * hour
      const stretch = { from: planted.from - day - hour, to: planted.to, overBy: planted.to }
      const facts = { environmentId: environment.id, retentionDays: 100, writtenAt: noon }
      for (const { rows } of historyRows(new Audience(northlight, 'why'), stretch, facts))
        if (rows.length > 0) await clickhouse.insert('views', rows.map(movedBy(byMs)))
      const [from, to] = [planted.from + byMs, planted.to + byMs]
      const ranges = `${between('timeframe', from, to)}&${between('baseline', from - day, to - day)}`
      for (const metric of [
        'viewer_experience_score',
        'rebuffer_percentage',
        'video_startup_time',
      ]) {
        const { body } = await ask(`${metric}/changes?measurement=avg&${ranges}`)
        expect([metric, body.data.rows[0]?.filters]).toEqual([metric, ['cdn:fastly', 'country:DE']])
      }
    },
  )

  test('an environment without views has nothing to explain', async () => {
    const { ask } = await setUp()
    const { status, body } = await ask('video_startup_time/changes')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rows: [], before: { value: null, views: 0 } })
  })
})

test('400 for ranges that overlap, are historical or of no measurement of the metric', async () => {
  const { ask } = await setUp()
  const range = between('timeframe', noon, noon + hour)
  const refused = async (query: string) => {
    const { status, body } = await ask(`video_startup_time/changes?${query}`)
    return [status, Object.keys(body.error.fields ?? {})]
  }
  expect(await refused(`${range}&${between('baseline', noon - hour, noon + 1000)}`)).toEqual([
    400,
    ['baseline'],
  ])
  expect(await refused('timeframe[]=6:months')).toEqual([400, ['timeframe']])
  expect(await refused('measurement=count')).toEqual([400, ['measurement']])
})

test('401, 403 and 404, and nothing of another environment', async () => {
  const { ask } = await lateFirefox()
  const other = await setUp()
  const video = await make.accessToken(other.environment, ['video:write'])
  const path = '/ui/v1/metrics/views/changes'
  expect((await call(path)).status).toBe(401)
  expect((await call(path, { token: video })).status).toBe(403)
  expect((await ask('happiness/changes')).status).toBe(404)
  const { body } = await other.ask('video_startup_time/changes')
  expect(body.data.after).toEqual({ value: null, views: 0 })
})
