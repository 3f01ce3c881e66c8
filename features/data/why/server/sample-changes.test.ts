import { firstAnswerRules } from '@playhead/analytics/first-answer.sql.ts'
import { insertAgain } from '@playhead/analytics/insights/testing-insights.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([whyServer], { clickhouse })
const make = aFactory(database)
type Token = Awaited<ReturnType<typeof make.accessToken>>
const hour = 3_600_000
const noon = Math.floor(Date.now() / hour) * hour - 3 * hour

/** Two hours of views; in the second one Firefox starts late. */
const setUp = async (count: number) => {
  const environment = await make.environment(await make.organization())
  const token = await make.accessToken(environment)
  await aViewFactory(
    clickhouse,
    environment,
  )(
    ...Array.from({ length: count }, (_, index) => {
      const isAfter = index % 2 === 1
      const place = Math.floor(index / 2)
      const browser = ['Chrome', 'Safari', 'Firefox'][place % 3]!
      return {
        view_end: noon + (isAfter ? hour : 0) + (place % 300) * 10_000,
        browser,
        country: ['DE', 'US'][Math.floor(place / 3) % 2]!,
        cdn: place % 4 === 0 ? 'akamai' : 'fastly',
        playback_failure: isAfter && browser === 'Firefox' && place % 2 === 0,
        error_type_id: isAfter && browser === 'Firefox' && place % 2 === 0 ? 77 : null,
        player_error_code: '403',
        player_error_message: 'Forbidden',
        video_startup_time: (isAfter && browser === 'Firefox' ? 4_000 : 1_000) + (place % 7) * 50,
      }
    }),
  )
  const [from, to] = [noon / 1_000 + 3_600, noon / 1_000 + 7_200]
  const range = `timeframe[]=${from}&timeframe[]=${to}`
  const ask = async (kind: string, more = '', metric = 'video_startup_time') => {
    const { status, body } = await call(`/ui/v1/metrics/${metric}/${kind}?${range}${more}`, {
      token,
    })
    expect(status).toBe(200)
    return body.data
  }
  return { ask, environment: { ...environment, clickhouse } }
}

const ratioOf = (one: number, other: number) => Math.abs(one / other - 1)

describe('with enough views in the sample', () => {
  let made: Awaited<ReturnType<typeof setUp>>
  const { leastViews } = firstAnswerRules
  beforeAll(async () => {
    firstAnswerRules.leastViews = 600
    made = await setUp(24_000)
  })
  afterAll(() => {
    firstAnswerRules.leastViews = leastViews
  })

  test.each([
    ['no filters', '&measurement=avg'],
    ['two filters', '&measurement=avg&filters[]=!country:FR&filters[]=cdn:fastly'],
    ['a percentile', '&measurement=95th'],
  ])('a first answer names the same cause with about the same numbers: %s', async (_what, more) => {
    const exact = await made.ask('changes', more)
    const first = await made.ask('changes/sample', more)
    expect(exact.rows[0].filters).toEqual(['browser:Firefox'])
    expect(first.rows[0].filters).toEqual(['browser:Firefox'])
    for (const range of ['before', 'after'] as const) {
      expect(first[range].views % 16).toBe(0)
      expect(ratioOf(first[range].views, exact[range].views)).toBeLessThan(0.3)
      expect(ratioOf(first[range].value, exact[range].value)).toBeLessThan(0.3)
      expect(ratioOf(first.rows[0][range].views, exact.rows[0][range].views)).toBeLessThan(0.3)
      expect(ratioOf(first.rows[0][range].value, exact.rows[0][range].value)).toBeLessThan(0.3)
    }
    expect(ratioOf(first.rows[0].without, exact.rows[0].without)).toBeLessThan(0.3)
    expect(ratioOf(first.rows[0].rate_effect, exact.rows[0].rate_effect)).toBeLessThan(0.3)
  })

  test('a first answer names the error that failed views share', async () => {
    const asked = ['&measurement=avg', 'playback_failure_percentage'] as const
    const { shared_error: exact } = await made.ask('changes', ...asked)
    const first = await made.ask('changes/sample', ...asked)
    expect(exact).toMatchObject({ id: 77, code: '403', message: 'Forbidden' })
    expect(first.shared_error).toMatchObject({ id: 77, code: '403', before: 0 })
    expect(ratioOf(first.shared_error.after, exact.after)).toBeLessThan(0.3)
  })

  test('counts are those of all views; unique viewers have no first answer', async () => {
    const exact = await made.ask('changes', '', 'views')
    const first = await made.ask('changes/sample', '', 'views')
    expect(ratioOf(first.after.value, exact.after.value)).toBeLessThan(0.2)
    expect(await made.ask('changes/sample', '', 'unique_viewers')).toBeNull()
  })

  test('a question that few views match has no first answer, nor has an environment with few', async () => {
    const few = '&filters[]=country:DE&filters[]=cdn:akamai&filters[]=browser:Safari'
    expect(await made.ask('changes/sample', few)).toBeNull()
    const other = await setUp(200)
    expect(await other.ask('changes/sample')).toBeNull()
  })

  test('views that are written again or deleted do not count twice', async () => {
    const before = await made.ask('changes/sample')
    await insertAgain(made.environment, { country: 'DE', isDeleted: false })
    const again = await made.ask('changes/sample', '&filters[]=!browser:Opera')
    expect([again.before.views, again.after.views]).toEqual([
      before.before.views,
      before.after.views,
    ])
    await insertAgain(made.environment, { country: 'DE', isDeleted: true })
    const after = await made.ask('changes/sample', '&filters[]=!browser:Edge')
    expect(ratioOf(after.after.views, before.after.views / 2)).toBeLessThan(0.2)
  })
})

test('400 for older ranges, 401, 403 and 404', async () => {
  const { environment } = await setUp(1)
  const address = '/ui/v1/metrics/video_startup_time/changes/sample'
  const token = await make.accessToken(environment)
  const video = await make.accessToken(environment, ['video:write'])
  const statusOf = async (path: string, given?: Token) =>
    (await call(path, given === undefined ? {} : { token: given })).status
  expect(await statusOf(`${address}?timeframe[]=6:months`, token)).toBe(400)
  expect(await statusOf('/ui/v1/metrics/happiness/changes/sample', token)).toBe(404)
  expect(await statusOf(address)).toBe(401)
  expect(await statusOf(address, video)).toBe(403)
})
