import { afterEach, describe, expect, test } from 'vitest'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { countRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { insertSampledSteps } from '@playhead/testing/rows/sample-rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { alertsServer } from '../index.ts'
import { AnomalySearch } from './anomaly-search.ts'
import { searchHistory } from './search-history.ts'
import { type PlantedViews, aPlantedAudience } from './testing-planted-audience.ts'
import { countOpenTransactions } from './testing-transactions.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp(
  [alertsServer, incidentsServer, notificationsServer],
  {
    clickhouse,
  },
)
const make = aFactory(database)

const hour = 3_600
const week = 7 * 24 * hour
/** Each test lies three hours behind the one before, so that none sees the steps of another. */
let nextHour = Math.ceil(Date.now() / 1000 / hour) * hour + hour
// Those of other tests need no search any more.
afterEach(() => setColumn(database, 'anomaly_settings', 'is_enabled', false, {}))

/** The engine, and how many transactions were open at most when it was asked. */
const watchEngine = () => {
  let most = 0
  const engine = new Proxy(clickhouse, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        most = Math.max(most, await countOpenTransactions(database))
        return Reflect.apply(value, target, given) as unknown
      }
    },
  })
  return { engine, mostTransactions: () => most }
}

const settingsPath = '/ui/v1/anomaly-settings'

interface World {
  count: number
  weeks?: number
  /** What was broken in this hour of each week. */
  wasBroken?: PlantedViews['isBroken']
  /** How much larger the audience was for each week back. */
  growth?: number
}

const setUp = async ({ count, weeks = 4, wasBroken, growth = 0 }: World) => {
  nextHour += 3 * hour
  const from = nextHour
  const now = new Date(from * 1000)
  clock.now = () => now
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['data:write'])
  const addViews = aViewFactory(clickhouse, world.environment)
  const usual = Array.from({ length: weeks }, (_, index) => index + 1).flatMap((weeksAgo) =>
    Array.from({ length: 18 }, (__, place) => ({
      at: from - weeksAgo * week + (place - 6) * 300,
      count: Math.round(count * (1 + weeksAgo * growth)),
      ...(wasBroken && { isBroken: wasBroken }),
    })),
  )
  const before = Array.from({ length: 6 }, (_, place) => ({ at: from + (place - 6) * 300, count }))
  await addViews(...aPlantedAudience(1, [...usual, ...before]))
  await insertSampledSteps(
    clickhouse,
    Array.from({ length: 360 }, (_, step) => from + (step - 360) * 5),
  )
  let at = from
  const { engine, mostTransactions } = watchEngine()
  const search = new AnomalySearch({ ...app, clickhouse: engine })
  /** Windows of five minutes; each is judged once it is complete. */
  const pass = async (
    windows: number,
    isBroken?: PlantedViews['isBroken'],
    hasCollectors = true,
    views = count,
    error?: PlantedViews['error'],
  ) => {
    for (let index = 0; index < windows; index += 1) {
      await addViews(
        ...aPlantedAudience(at - from + 2, [
          { at, count: views, ...(isBroken && { isBroken }), ...(error && { error }) },
        ]),
      )
      const steps = Array.from({ length: 60 }, (_, step) => at + step * 5)
      if (hasCollectors) await insertSampledSteps(clickhouse, steps)
      at += 300
      const ready = new Date((at + 95) * 1000)
      clock.now = () => ready
      await search.judgeReady()
    }
  }
  const turn = (body: object) => call(settingsPath, { token, method: 'PATCH', body })
  const incidents = async (query = '') => {
    const { status, body } = await call(`/ui/v1/alert-incidents${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  await turn({ is_enabled: true })
  return { ...world, token, from, pass, turn, incidents, mostTransactions }
}

describe('the search for anomalies', () => {
  test('ALRT-013 finds a CDN that breaks in one country, names both, and closes it once it is well', async () => {
    const { token, from, pass, incidents, mostTransactions } = await setUp({ count: 150 })
    await pass(2)
    expect(await incidents()).toEqual([])
    const isBroken = ({ cdn, country }: { cdn: string; country: string }) =>
      cdn === 'fastly' && country === 'DE'
    await pass(1, isBroken)
    expect(await incidents()).toEqual([])
    await pass(1, isBroken)
    const [open, ...others] = await incidents('?status=open&type=anomaly')
    expect(others).toEqual([])
    expect(open).toMatchObject({
      type: 'anomaly',
      measurement: 'playback_failure_percentage',
      start_time: from + 600,
      alert_rule: null,
      anomaly: { area: 'above', sensitivity: 'medium', window_duration: 300 },
    })
    const values = open.breakdowns.map(({ value }: { value: string }) => value)
    expect(values.toSorted()).toEqual(['DE', 'fastly'])
    expect(open.description).toMatch(/^Playback failures? .*unusually high: /iu)
    expect(open.anomaly.usual).toBeLessThan(3)
    expect(open.metric_on_trigger).toBeGreaterThan(open.anomaly.limit)
    const points = await call(`/ui/v1/alert-incidents/${open.id}/points`, { token })
    expect(points.body.data.at(-1)).toEqual({
      time: from + 900,
      metric_value: open.metric_on_trigger,
    })
    await pass(6)
    expect(await incidents('?status=closed')).toMatchObject([
      { id: open.id, resolution_reason: 'data_triggered_resolution', end_time: from + 1_200 },
    ])
    expect(mostTransactions()).toBe(0)
  })

  test('an error is named by its code', async () => {
    const { pass, incidents } = await setUp({ count: 90 })
    const error = { error_type_id: 7_110_764_047_549_402, player_error_code: 'manifest-gone' }
    await pass(2, () => true, true, 90, error)
    expect(await incidents('?status=open')).toMatchObject([
      {
        description: 'Playback failures are unusually high: error manifest-gone',
        breakdowns: [{ id: 'error_type_id', value: '7110764047549402' }],
      },
    ])
  })

  test.runIf(isLongRun())('a small audience is judged in windows of half an hour', async () => {
    const { pass, incidents } = await setUp({ count: 40 })
    await pass(6)
    expect(await incidents()).toEqual([])
    await pass(5, ({ cdn }) => cdn === 'fastly')
    expect(await incidents('?status=open')).toMatchObject([
      {
        measurement: 'playback_failure_percentage',
        breakdowns: [{ id: 'cdn', value: 'fastly' }],
        anomaly: { window_duration: 1_800 },
      },
    ])
  })

  test.runIf(isLongRun())(
    'an audience that halves is found, of all views, and closes once it is back',
    async () => {
      const { pass, incidents } = await setUp({ count: 150 })
      await pass(2, undefined, true, 40)
      const [open] = await incidents('?status=open')
      expect(open).toMatchObject({
        measurement: 'views',
        description: 'Views are unusually low',
        breakdowns: [],
        anomaly: { area: 'below' },
        impact: expect.stringMatching(/^40 views ended in 5 minutes, where 1[45]\d are usual\.$/),
      })
      expect(open.affected_views).toBeGreaterThan(100)
      await pass(7)
      expect(await incidents('?status=open')).toEqual([])
    },
  )

  test.runIf(isLongRun())(
    'what is so in this hour of every week is usual, and so is an audience that shrinks slowly',
    async () => {
      const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
      const weekly = await setUp({ count: 150, wasBroken: isBroken })
      await weekly.pass(3, isBroken)
      expect(await weekly.incidents()).toEqual([])
      // Another value than every week is not usual.
      await weekly.pass(2, ({ cdn }) => cdn !== 'fastly')
      expect(await weekly.incidents('?status=open')).toMatchObject([
        { breakdowns: [{ id: 'cdn', value: 'cloudfront' }] },
      ])
      const shrinking = await setUp({ count: 120, growth: 0.08 })
      await shrinking.pass(6)
      expect(await shrinking.incidents()).toEqual([])
    },
  )

  test('nothing is judged while no collectors run, and what is known is kept', async () => {
    const { pass, incidents } = await setUp({ count: 90 })
    const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
    await pass(3, isBroken, false)
    expect(await incidents()).toEqual([])
    await pass(2, isBroken)
    const [open] = await incidents('?status=open')
    expect(open.breakdowns).toMatchObject([{ id: 'cdn', value: 'fastly' }])
    await pass(5, undefined, false)
    expect(await incidents('?status=open')).toMatchObject([{ id: open.id }])
  })

  test('without 14 days of views nothing is judged, and the settings say how many days are missing', async () => {
    const { token, pass, incidents } = await setUp({ count: 90, weeks: 1 })
    await pass(3, ({ cdn }) => cdn === 'fastly')
    expect(await incidents()).toEqual([])
    const { body } = await call(settingsPath, { token })
    expect(body.data).toMatchObject({ is_enabled: true, history_days: 7, missing_days: 7 })
  })
})

describe('the days before the search was switched on', () => {
  const day = 24 * hour
  const isBroken = ({ cdn, country }: { cdn: string; country: string }) =>
    cdn === 'fastly' && country === 'DE'

  /** An environment whose views, if any, were written afterwards: no steps are known. */
  const makeHistory = async (count = 0) => {
    nextHour += 3 * hour
    const from = nextHour
    const world = await make.world()
    const token = await make.accessToken(world.environment, ['data:write'])
    const startsAt = from - day
    const windows = Array.from({ length: 4 }, (_, weeksAgo) =>
      Array.from({ length: 24 }, (__, place) => ({
        at: startsAt - weeksAgo * week + (place - 6) * 300,
        count,
        ...(weeksAgo === 0 && place >= 12 && place < 16 && { isBroken }),
      })),
    )
    await aViewFactory(clickhouse, world.environment)(...aPlantedAudience(5, windows.flat()))
    const now = new Date((from + 95) * 1000)
    clock.now = () => now
    const channel = await call('/ui/v1/notification-channels', {
      token,
      body: { notification_channel: { service: 'email', value: 'ada@example.com' } },
    })
    expect(channel.status).toBe(201)
    const search = new AnomalySearch(app)
    const turn = (body: object) => call(settingsPath, { token, method: 'PATCH', body })
    const incidents = async () =>
      (await call('/ui/v1/alert-incidents?type=anomaly', { token })).body.data
    return { ...world, token, brokenAt: startsAt + 6 * 300, search, turn, incidents }
  }

  const isSearched = async (search: AnomalySearch, turn: () => Promise<boolean>) => {
    for (let runs = 0; runs < 10; runs += 1) {
      await search.judgeReady()
      if (await turn()) return runs + 1
    }
    throw new Error('The history was not searched in ten runs.')
  }

  test.runIf(isLongRun())(
    'are searched a day a run: their incidents are there with their causes and times, and nothing is sent',
    async () => {
      const { token, brokenAt, search, turn, incidents } = await makeHistory(120)
      const answer = await turn({ is_enabled: true, look_back_days: 2 })
      const { judged_until: from, looks_back_until: until } = answer.body.data
      expect(until - from).toBe(2 * day)
      const runs = await isSearched(
        search,
        async () => (await call(settingsPath, { token })).body.data.looks_back_until === null,
      )
      expect(runs).toBe(2)
      expect(await incidents()).toMatchObject([
        {
          status: 'closed',
          measurement: 'playback_failure_percentage',
          resolution_reason: 'data_triggered_resolution',
          // Of the last window that was beyond; the last of all has 1.75 %.
          impact: expect.stringMatching(/^Playback failures are 5\.00 % where/),
          start_time: brokenAt,
          // Where the good half hour begins.
          end_time: brokenAt + 1_800,
          breakdowns: expect.toSatisfy(
            (values: { value: string }[]) =>
              values
                .map(({ value }) => value)
                .toSorted()
                .join(' ') === 'DE fastly',
          ),
        },
      ])
      expect(await countRows(database, 'notifications')).toBe(0)
    },
  )

  test('are left alone unless they are asked for, and are searched once', async () => {
    const { search, turn, incidents } = await makeHistory()
    await turn({ is_enabled: true })
    await search.judgeReady()
    expect(await incidents()).toEqual([])
    await turn({ is_enabled: false })
    // What was judged already is not judged again.
    const again = await turn({ is_enabled: true, look_back_days: 7 })
    expect(again.body.data.looks_back_until).toBeNull()
    for (const days of [-1, 8, 1.5])
      expect((await turn({ is_enabled: true, look_back_days: days })).status).toBe(400)
  })

  test('of a world whose history was just made are searched unless a person has decided already', async () => {
    const { environment, turn, token } = await makeHistory()
    const place = { id: environment.id, postgres: database }
    await searchHistory(place, clock.now())
    const { body } = await call(settingsPath, { token })
    expect(body.data).toMatchObject({ is_enabled: true, sensitivity: 'medium' })
    expect(body.data.looks_back_until - body.data.judged_until).toBe(7 * day)
    await turn({ is_enabled: false })
    await searchHistory(place, clock.now())
    expect((await call(settingsPath, { token })).body.data).toMatchObject({ is_enabled: false })
  })
})

describe('switching the search off', () => {
  test('ends what is open, and nothing is judged any more', async () => {
    const { pass, turn, incidents } = await setUp({ count: 90 })
    const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
    await pass(2, isBroken)
    expect(await incidents('?status=open')).toHaveLength(1)
    expect((await turn({ is_enabled: false })).status).toBe(200)
    expect(await incidents()).toMatchObject([
      { status: 'closed', resolution_reason: 'alert_rule_updated_triggered_resolution' },
    ])
    await pass(2, isBroken)
    expect(await incidents()).toHaveLength(1)
  })

  test.runIf(isLongRun())(
    'of one metric ends its incidents, and it is judged no more; the others are',
    async () => {
      const { pass, turn, incidents } = await setUp({ count: 150 })
      const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
      await pass(2, isBroken)
      expect(await incidents('?status=open')).toHaveLength(1)
      const others = ['rebuffer_percentage', 'views'] as const
      const answer = await turn({ measures: others })
      expect(answer.body.data).toMatchObject({ is_enabled: true, measures: others })
      expect(await incidents()).toMatchObject([
        { status: 'closed', resolution_reason: 'alert_rule_updated_triggered_resolution' },
      ])
      await pass(3, isBroken)
      expect(await incidents()).toHaveLength(1)
      expect((await turn({ sensitivity: 'low' })).body.data.measures).toEqual(others)
      expect((await turn({ measures: ['views', 'playback_failure_percentage'] })).status).toBe(200)
      await pass(2, isBroken)
      expect(await incidents('?status=open')).toHaveLength(1)
      for (const measures of [[], ['unknown'], 'views', Array(7).fill('views')])
        expect((await turn({ measures })).status).toBe(400)
    },
  )

  test('only admins change the settings', async () => {
    const { environment } = await setUp({ count: 1 })
    const token = await make.accessToken(environment, ['data:read'])
    expect((await call(settingsPath, { token })).status).toBe(200)
    const refused = await call(settingsPath, { token, method: 'PATCH', body: { is_enabled: true } })
    expect(refused.status).toBe(403)
  })
})
