import { afterAll, expect, test, vi } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { howMany, someOf } from '@playhead/testing/how-many.ts'
import { features } from '../../apps/server/features.ts'

const audience = howMany('people-on-one-screen', { usual: 50, long: 200 })
/** Browsers with concurrent requests. */
const atOnce = 25

const real = await makeTestClickHouse()
let asked: string[] = []
let versionsAtOnce = 0
let mostVersionsAtOnce = 0

/** The real client, recording the name of every query. */
const clickhouse: ClickHouse = {
  ...real,
  rows: async (Row, query, options) => {
    const name = query.name ?? ''
    if (name !== 'dataVersion') {
      asked.push(name)
      return real.rows(Row, query, options)
    }
    versionsAtOnce += 1
    mostVersionsAtOnce = Math.max(mostVersionsAtOnce, versionsAtOnce)
    return real.rows(Row, query, options).finally(() => (versionsAtOnce -= 1))
  },
}

const { call, database } = await startTestApp(features, { clickhouse })
const make = aFactory(database)

// Ranges end at the current time in steps of ten seconds: fixed here, so that all are equal.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
afterAll(() => {
  vi.useRealTimers()
})
const seconds = Math.floor(Date.now() / 60_000) * 60
const [day, before] = [
  'timeframe[]=24:hours',
  `timeframe[]=${seconds - 2 * 86_400}&timeframe[]=${seconds - 86_400}`,
]
const week = 'timeframe[]=7:days'
const score = 'metrics/viewer_experience_score'

/** Requests of each screen to the data API when it is opened. */
const screens: Record<string, string[]> = {
  overview: [
    `metrics/overview?${week}`,
    `errors?${week}&page=1&limit=5`,
    `${score}/insights?${week}&limit=25`,
    'monitoring/metrics/current-concurrent-viewers/timeseries',
  ],
  metrics: [
    `${score}/overall?${day}&measurement=avg`,
    `${score}/overall?${before}&measurement=avg`,
    `${score}/timeseries?${day}&measurement=avg`,
    `${score}/timeseries?${before}&measurement=avg`,
    `${score}/breakdown?${day}&measurement=avg&group_by=browser&order_by=negative_impact&order_direction=desc&page=1&limit=50`,
    `${score}/insights?${day}&measurement=avg&limit=100`,
    `${score}/explain?${day}&kind=timeseries`,
    `dimensions/country?${day}`,
    `annotations?${day}`,
  ],
  'custom dashboard': [
    `metrics/views/overall?${day}`,
    `metrics/views/overall?${before}`,
    `metrics/video_startup_time/overall?${day}&filters[]=viewer_device_category:desktop&measurement=median`,
    `metrics/rebuffer_percentage/timeseries?${day}`,
    `metrics/playing_time/timeseries?${day}&measurement=sum`,
    `metrics/video_startup_time/breakdown?${day}&measurement=median&group_by=country&order_by=views&limit=10`,
    `metrics/views/breakdown?${day}&group_by=browser&order_by=views&limit=10`,
  ],
  'views and errors': [
    `video-views?${day}&page=1&limit=25&order_direction=desc`,
    `errors?${day}&limit=50`,
    `errors?${day}&page=9&limit=25`,
    `metrics/comparison?${day}`,
  ],
}

const newTenant = async () => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment, ['data:read'])
  await aViewFactory(clickhouse, environment)(
    { country: 'DE', browser: 'Chrome' },
    { country: 'US', browser: 'Firefox', playback_failure: true, error_type_id: 7 },
  )
  return token
}

const open = async (asks: readonly string[], token: Awaited<ReturnType<typeof newTenant>>) => {
  const answers = await Promise.all(asks.map((path) => call(`/data/v1/${path}`, { token })))
  expect(answers.map(({ status }) => status)).toEqual(asks.map(() => 200))
  return answers.map(({ body }) => JSON.stringify(body))
}

const visit = async (openOne: () => Promise<void>) => {
  for (let visitors = 0; visitors < audience; visitors += atOnce)
    await Promise.all(Array.from({ length: atOnce }, openOne))
}

/** Names of the queries that the work caused. */
const costOf = async (work: () => Promise<unknown>) => {
  asked = []
  await work()
  return asked.toSorted()
}

test.each(someOf('screens', Object.entries(screens), 1))(
  'any number of people who open the %s cost the engine no more queries than one',
  async (_, asks) => {
    const [alone, crowd] = [await newTenant(), await newTenant()]
    const one = await costOf(() => open(asks, alone))
    const seen = new Set<string>()
    mostVersionsAtOnce = 0
    const all = await costOf(() =>
      visit(async () => {
        for (const answer of await open(asks, crowd)) seen.add(answer)
      }),
    )
    expect(one.length).toBeGreaterThanOrEqual(asks.length - 1)
    expect(all).toEqual(one)
    expect(seen.size).toBe(asks.length)
    // One request at a time, per table, checks for new rows.
    expect(mostVersionsAtOnce).toBeLessThanOrEqual(3)
    // Later visitors cause no queries either, as long as no rows arrive.
    expect(await costOf(() => open(asks, crowd))).toEqual([])
  },
)
