import { firstAnswerRules } from '@playhead/analytics/first-answer.sql.ts'
import { insertAgain, insertCopies } from '@playhead/analytics/insights/testing-insights.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metricsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([metricsServer], { clickhouse })
const make = aFactory(database)
type Token = Awaited<ReturnType<typeof make.accessToken>>
const minute = 60_000
const until = Date.now() - 10 * minute
const startup = '/data/v1/metrics/video_startup_time/insights'
const sampledStartup = '/ui/v1/metrics/video_startup_time/insights/sample'

interface Row {
  filter_column: string
  filter_value: string
  metric: number
  negative_impact_score: number
  views: number
  total_views: number
}

/** To write a row with all columns takes longer than to copy it. */
const copies = 50

const setUp = async (count: number, areCopied = false) => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment)
  const views = Array.from({ length: count }, (_, index) => {
    const country = ['DE', 'US', 'FR', 'BR'][index % 4]!
    const isSlow = country === 'DE' || index % 10 === 3
    return {
      view_end: until - (index % 60) * minute,
      country,
      browser: index % 10 === 3 ? 'Silk' : ['Chrome', 'Safari', 'Firefox'][index % 3]!,
      cdn: index % 5 === 0 ? 'akamai' : 'fastly',
      region: `Region ${index % 7}`,
      video_title: `Title ${index % 200}`,
      video_startup_time: (isSlow ? 3_000 : 1_000) + (index % 40) * 10,
      watch_time: 60_000,
    }
  })
  await aViewFactory(clickhouse, environment)(...views)
  const tenant = { ...environment, clickhouse }
  if (areCopied) await insertCopies(tenant, copies)
  const ask = async (address: string) => {
    const { status, body } = await call(address, { token })
    expect(status).toBe(200)
    return body.data
  }
  return { ask, environment: tenant }
}

const ratioOf = (one: number, other: number) => Math.abs(one / other - 1)

describe('with enough views in the sample', () => {
  let made: Awaited<ReturnType<typeof setUp>>
  const { leastViews } = firstAnswerRules
  beforeAll(async () => {
    firstAnswerRules.leastViews = 500
    made = await setUp(480, true)
  })
  afterAll(() => {
    firstAnswerRules.leastViews = leastViews
  })
  const filters = 'filters[]=!country:BR&filters[]=cdn:fastly'

  test.each([
    ['no filters', ''],
    ['two filters', `&${filters}`],
    ['a percentile', '&measurement=median'],
  ])('METR-082 a first answer is about the exact one: %s', async (_what, more) => {
    const exact: Row[] = await made.ask(`${startup}?limit=100${more}`)
    const first = await made.ask(`${sampledStartup}?limit=100${more}`)
    expect(first.insights.length).toBeGreaterThan(1)
    const surest = exact.filter((row) => row.negative_impact_score > 100)
    expect(surest.length).toBeGreaterThan(1)
    for (const row of surest) {
      const same = first.insights.find(
        (one: Row) =>
          one.filter_column === row.filter_column && one.filter_value === row.filter_value,
      )
      expect(same.views % 16).toBe(0)
      expect(ratioOf(same.views, row.views)).toBeLessThan(0.4)
      expect(ratioOf(same.total_views, row.total_views)).toBeLessThan(0.4)
      expect(ratioOf(same.metric, row.metric)).toBeLessThan(0.05)
      expect(ratioOf(same.negative_impact_score, row.negative_impact_score)).toBeLessThan(0.6)
    }
    const whole = await made.ask(`/data/v1/metrics/video_startup_time/overall?${more}`)
    expect(ratioOf(first.value, whole.value)).toBeLessThan(0.2)
    expect(ratioOf(first.total_views, whole.total_views)).toBeLessThan(0.2)
  })

  test('of many views no more are sampled than say enough', async () => {
    const rules = { ...firstAnswerRules }
    const usual = await made.ask(`${sampledStartup}?limit=100`)
    firstAnswerRules.enoughViews = Math.floor(usual.total_views / 16 / 3)
    // Some 510 views are sampled, more or fewer by chance.
    firstAnswerRules.leastViews = 300
    try {
      const fewer = await made.ask(`${sampledStartup}?limit=100`)
      expect([usual.sample_of, fewer.sample_of]).toEqual([16, 48])
      expect(fewer.total_views % 48).toBe(0)
      expect(ratioOf(fewer.total_views, usual.total_views)).toBeLessThan(0.2)
      expect(ratioOf(fewer.value, usual.value)).toBeLessThan(0.2)
    } finally {
      Object.assign(firstAnswerRules, rules)
    }
  })

  test('a question that few views match has no first answer', async () => {
    const few = 'filters[]=video_title:Title 1&filters[]=video_title:Title 2'
    expect(await made.ask(`${sampledStartup}?${few}`)).toBeNull()
    expect(await made.ask(`${startup}?${few}`)).not.toEqual([])
  })

  test('another environment with few views has no first answer', async () => {
    const { ask } = await setUp(600)
    expect(await ask(sampledStartup)).toBeNull()
  })

  test('views that are written again or deleted do not count twice', async () => {
    const viewsOf = (found: { insights: Row[] }, value: string) =>
      found.insights.find(({ filter_value: one }) => one === value)?.views
    const before = await made.ask(`${sampledStartup}?limit=100`)
    expect(viewsOf(before, 'DE')).toBeGreaterThan(4_000)
    await insertAgain(made.environment, { country: 'DE', isDeleted: false })
    const again = await made.ask(`${sampledStartup}?limit=99`)
    expect(again.total_views).toBe(before.total_views)
    expect(viewsOf(again, 'DE')).toBe(viewsOf(before, 'DE'))
    await insertAgain(made.environment, { country: 'DE', isDeleted: true })
    const after = await made.ask(`${sampledStartup}?limit=98`)
    expect(after.total_views).toBe(before.total_views - viewsOf(before, 'DE')!)
    expect(viewsOf(after, 'DE')).toBeUndefined()
  })
})

test('400 for older ranges, 401, 403 and 404', async () => {
  const { environment } = await setUp(1)
  const token = await make.accessToken(environment)
  const statusOf = async (address: string, given?: Token) =>
    (await call(address, given === undefined ? {} : { token: given })).status
  expect(await statusOf(`${sampledStartup}?timeframe[]=6:months`, token)).toBe(400)
  expect(await statusOf('/ui/v1/metrics/happiness/insights/sample', token)).toBe(404)
  expect(await statusOf(sampledStartup)).toBe(401)
  const video = await make.accessToken(environment, ['video:write'])
  expect(await statusOf(sampledStartup, video)).toBe(403)
})
