import { describe, expect, test } from 'vitest'
import { insertAlertPoints } from '@playhead/analytics/alerting/alert-points.sql.ts'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { aSampleFactory, insertSampledSteps } from '@playhead/testing/rows/sample-rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { judgedRule } from '../evaluation/judged-rule.ts'
import { alertsServer } from '../index.ts'
import { anAudience } from '../testing-audience.ts'
import { aDice } from '../testing-dice.ts'
import { replayGroup } from './replay.ts'
import { seeRange } from './see-range.ts'
import { type PlantedFailures, aSimulation } from './testing-simulation.ts'
import { windowsOf } from './windows.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([alertsServer, incidentsServer], {
  clickhouse,
})
const make = aFactory(database)
const path = '/ui/v1/alert-rules/backtest'

/** Each test lies days behind the one before, so that none sees the steps of another. */
let nextStart = Math.ceil(Date.now() / 60_000) * 60
const aStart = () => {
  nextStart += 4 * 86_400
  return nextStart
}
const setClock = (epochSeconds: number) => {
  const now = new Date(epochSeconds * 1000)
  clock.now = () => now
}

const aRule = (given: object = {}) => ({
  metric: 'playback-failure-percentage',
  threshold_alert: { value: 5, area: 'above', close_after: 120 },
  window_duration: 120,
  window_min_views: 5,
  ...given,
})

const setUp = async () => {
  const world = await make.world()
  const { environment, organization } = world
  const token = await make.accessToken(environment, ['data:write'])
  const makeRule = async (given: object = {}) => {
    const { status, body } = await call('/ui/v1/alert-rules', { token, body: aRule(given) })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
  const incidents = async () => {
    const { body } = await call('/ui/v1/alert-incidents?limit=100', { token })
    return body.data.toReversed()
  }
  const backtest = async (rule: object, days: number) => {
    const { status, body } = await call(path, { token, body: { alert_rule: rule, days } })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const tenant = {
    id: environment.id,
    organizationId: organization.id,
    postgres: database,
    clickhouse,
  }
  return { ...world, token, tenant, makeRule, incidents, backtest }
}

const asReplayed = (one: Json) => ({
  group: one.breakdowns.map(({ value }: { value: string }) => value),
  start: one.start_time,
  end: one.end_time,
})

test('recorded and sampled, a replay is what the evaluator did: the recorded by the minute, samples to the step', async () => {
  const audiences = howMany('replays', { usual: 1, long: 3, release: 50 })
  for (let seed = 1; seed <= audiences; seed += 1) {
    const { tenant, makeRule, incidents, backtest } = await setUp()
    const random = aDice(seed)
    const startsAt = aStart()
    const audience = anAudience(clickhouse, tenant, clock, startsAt)
    const given = { group_by: ['country'] }
    const rule = await makeRule(given)
    const evaluator = new Evaluator(app)
    for (let block = 0; block < 7; block += 1) {
      const failing = (viewers: number) => (random() < 0.4 ? Math.ceil(viewers * 0.3) : 0)
      const watching = ['DE', 'AT'].map((country) => {
        const viewers = 6 + Math.floor(random() * 6)
        return { country, viewers, failed: failing(viewers) }
      })
      await audience.write(60 * (5 + Math.floor(random() * 4)), watching)
      await evaluator.judgeReady()
    }
    await audience.write(600, [{ country: 'AT', viewers: 10 }])
    await evaluator.judgeReady()
    const live = (await incidents()).map(asReplayed)
    expect(live.length).toBeGreaterThan(1)

    // Nothing else was recorded: of a whole day it would be too little.
    const sampled = await backtest(aRule(given), 1)
    expect(sampled.method).toBe('samples')
    const byStart = (one: { start: number; group: string[] }, other: typeof one) =>
      one.start - other.start || (one.group[0]! < other.group[0]! ? -1 : 1)
    const untilMinute = sampled.end_time
    const ofSamples = sampled.incidents
      .map(({ group, start, end }: Json) => ({ group, start, end }))
      .toSorted(byStart)
    expect(ofSamples).toEqual(
      live.toSorted(byStart).filter(({ start }: { start: number }) => start <= untilMinute),
    )

    const [row] = await readRows(database, 'alert_rules', { id: rule.id })
    const asked = { ...(row as Json), filters: [], group_by: ['country'] }
    const { method, seen } = await seeRange(tenant, {
      rule: asked,
      from: startsAt,
      until: audience.at,
      isOfDay: false,
      signal: AbortSignal.timeout(20_000),
    })
    expect(method).toBe('recorded')
    const judged = judgedRule(asked)
    const windows = windowsOf(judged, seen, 0)
    const replayed = windows.groups.flatMap((group) => replayGroup(judged, windows, group))
    const toMinute = (time: number | null) => (time === null ? null : Math.ceil(time / 60) * 60)
    const minutes = live.map(({ group, start }: Json) => `${group} ${toMinute(start)}`)
    expect(replayed.map(({ group, start }) => `${group.join()} ${start}`).toSorted()).toEqual(
      minutes.toSorted(),
    )
    for (const one of replayed) {
      const same = live.find(
        ({ group, start }: Json) => group[0] === one.group[0] && toMinute(start) === one.start,
      )
      expect((one.end ?? 0) - (same.end ?? 0)).toBeGreaterThanOrEqual(0)
      expect((one.end ?? 0) - (same.end ?? 0)).toBeLessThanOrEqual(60)
    }
    await setColumn(database, 'alert_rules', 'is_enabled', false, {})
  }
})

/** One or two times of failures, each of two to five windows. */
const plantedIn = (random: () => number, from: number): PlantedFailures[] => {
  const windowSeconds = 120
  const times = 1 + Math.floor(random() * 2)
  return Array.from({ length: times }, (_, at) => {
    const begins = from + 600 + at * 1_500 + Math.floor(random() * 60) * 5
    return { from: begins, until: begins + windowSeconds * (2 + Math.floor(random() * 4)) }
  })
}

test('estimated from finished views, planted failures are found as live, and hardly anything else', async () => {
  const audiences = howMany('audiences', { usual: 1, long: 3, release: 50 })
  const startsAt = aStart()
  const until = startsAt + 3_900
  const rule = aRule({ threshold_alert: { value: 1, area: 'above' }, window_min_views: 25 })
  const worlds = []
  for (let seed = 1; seed <= audiences; seed += 1) {
    const world = await setUp()
    const random = aDice(seed)
    const planted = plantedIn(random, startsAt)
    const { samples, views } = aSimulation({
      random,
      from: startsAt,
      until,
      viewers: 60,
      planted,
    })
    const addSamples = aSampleFactory(clickhouse, world.environment)
    for (let at = 0; at < samples.length; at += 20_000)
      await addSamples(startsAt, ...samples.slice(at, at + 20_000))
    await aViewFactory(clickhouse, world.environment)(...views)
    const { id } = await world.makeRule(rule)
    worlds.push({ ...world, id, planted })
  }
  const steps = Array.from({ length: (until - startsAt) / 5 }, (_, at) => startsAt + at * 5)
  await insertSampledSteps(clickhouse, steps)
  const evaluator = new Evaluator(app)
  for (let now = startsAt + 300; now <= until; now += 300) {
    setClock(now + 3)
    await evaluator.judgeReady()
  }
  setClock(until + 80)
  const counts = { live: 0, estimated: 0, others: 0 }
  for (const { backtest, incidents, planted } of worlds) {
    const { method, incidents: estimated } = await backtest(rule, 30)
    expect(method).toBe('views')
    const live = (await incidents()).map(asReplayed)
    const isOf = (
      one: { start: number; end: number | null },
      { from, until: ends }: PlantedFailures,
    ) => one.start >= from && one.start <= ends
    for (const found of [live, estimated])
      for (const one of planted)
        expect(found.filter((incident: Json) => isOf(incident, one))).toHaveLength(1)
    counts.live += live.length
    counts.estimated += estimated.length
    const isOther = (incident: Json) => !planted.some((one) => isOf(incident, one))
    counts.others += [...live, ...estimated].filter(isOther).length
  }
  expect(counts.others).toBeLessThanOrEqual(0.05 * (counts.live + counts.estimated))
  await setColumn(database, 'alert_rules', 'is_enabled', false, {})
})

describe('200', () => {
  /** Two days of minutes of the rule's series: a peak of 40 % and one of 8 % for ten minutes each. */
  const recorded = async () => {
    const world = await setUp()
    const until = aStart()
    const from = until - 2 * 86_400 - 120
    const rule = await world.makeRule()
    const [row] = await readRows(database, 'alert_rules', { id: rule.id })
    const isIn = (at: number, hour: number) =>
      at >= from + hour * 3_600 && at < from + hour * 3_600 + 600
    const points = Array.from({ length: (until - from) / 60 }, (_, index) => {
      const at = from + index * 60
      const failing = isIn(at, 10) ? 96 : isIn(at, 20) ? 19 : 0
      return {
        environment_id: world.environment.id,
        series_id: String(row!['series_id']),
        group_key: '',
        at,
        over: failing,
        under: 240,
        viewers: 240,
        attempts: 0,
        known_steps: 12,
      }
    })
    await insertAlertPoints(clickhouse, points, `backtest ${world.environment.id}`)
    setClock(until + 30)
    return { ...world, from, until }
  }

  test('what an equal rule recorded: incidents, their time altogether, points and other values', async () => {
    const { backtest, from, until } = await recorded()
    const { suggestions, points, ...rest } = await backtest(aRule(), 2)
    expect(rest).toMatchObject({
      method: 'recorded',
      start_time: until - 2 * 86_400,
      end_time: until,
      fired: 2,
      known_share: 1,
    })
    const [first, second] = rest.incidents
    expect(first).toMatchObject({ group: [], start: from + 10 * 3_600 + 60 })
    expect(first.peak).toBeCloseTo(40)
    expect(second.peak).toBeCloseTo((100 * 19) / 240)
    expect(rest.seconds).toBe(first.end - first.start + second.end - second.start)
    expect(points.length).toBeLessThanOrEqual(1_500)
    expect(points[0]).toEqual({ time: until - 2 * 86_400, metric_value: 0 })
    const values = points.map(({ metric_value: value }: Json) => value)
    expect(Math.max(...values)).toBeCloseTo(40)
    expect(suggestions.length).toBeGreaterThan(5)
    expect(suggestions.length).toBeLessThanOrEqual(20)
    const firedAt = (isWanted: (value: number) => boolean) =>
      suggestions.filter(({ value }: Json) => isWanted(value)).map(({ fired }: Json) => fired)
    expect(new Set(firedAt((value) => value > 8 && value < 40))).toEqual(new Set([1]))
    expect(new Set(firedAt((value) => value >= 40))).toEqual(new Set([0]))
    // A value that a person takes over does what was said of it.
    for (const { value, fired, seconds } of [suggestions.at(0), suggestions.at(-2)]) {
      const taken = aRule({ threshold_alert: { value, area: 'above', close_after: 120 } })
      expect(await backtest(taken, 2)).toMatchObject({ fired, seconds })
    }
  })

  test('value, window, minimum and value to close may differ from the recorded rule, the filters may not', async () => {
    const { backtest } = await recorded()
    const other = aRule({
      threshold_alert: { value: 20, close_value: 1, area: 'above' },
      window_duration: 600,
      window_min_views: 10,
    })
    expect(await backtest(other, 2)).toMatchObject({ method: 'recorded', fired: 1 })
    const few = aRule({ window_min_views: 21 })
    expect(await backtest(few, 2)).toMatchObject({ method: 'recorded', fired: 0 })
    const filtered = aRule({ filters: [{ dimension: 'country', value: 'DE' }] })
    expect(await backtest(filtered, 2)).toMatchObject({
      method: 'views',
      fired: 0,
      points: expect.arrayContaining([{ time: expect.any(Number), metric_value: null }]),
      known_share: 0,
      suggestions: [],
    })
  })

  test('below a value, an incident is open until the end and lists its lowest value', async () => {
    const { backtest, until } = await recorded()
    const rule = aRule({
      metric: 'current-concurrent-viewers',
      threshold_alert: { value: 25, area: 'below' },
    })
    // Of another metric nothing is recorded, and there are no views.
    expect(await backtest(rule, 2)).toMatchObject({ method: 'views', fired: 0 })
    const world = await setUp()
    await aViewFactory(
      clickhouse,
      world.environment,
    )(
      ...Array.from({ length: 30 }, (_, at) => ({
        view_start: (until - 7_200) * 1000,
        view_end: (until - (at < 10 ? 0 : 3_600)) * 1000,
        watch_time: (at < 10 ? 7_200 : 3_600) * 1000,
      })),
    )
    const { incidents, fired, seconds, known_share: known } = await world.backtest(rule, 2)
    expect(fired).toBe(1)
    expect(incidents[0]).toMatchObject({ end: null, start: until - 3_600 + 60 })
    expect(incidents[0].peak).toBeCloseTo(10, 0)
    expect(seconds).toBe(3_540)
    expect(known).toBeCloseTo(2 / 48)
  })

  test('groups have incidents of their own', async () => {
    const { environment, backtest } = await setUp()
    const until = aStart()
    setClock(until + 30)
    const views = ['DE', 'AT'].flatMap((country) =>
      Array.from({ length: 40 }, (_, at) => ({
        country,
        view_start: (until - 3_600 + at * 60) * 1000,
        view_end: (until - 3_000 + at * 60) * 1000,
        watch_time: 600_000,
        playback_failure: country === 'AT' && at > 20,
      })),
    )
    await aViewFactory(clickhouse, environment)(...views)
    const rule = aRule({ group_by: ['country'], threshold_alert: { value: 0.5, area: 'above' } })
    const { incidents } = await backtest(rule, 7)
    expect(incidents.map(({ group }: Json) => group)).toEqual([['AT']])
  })
})

describe('400', () => {
  test.each([
    ['no rule', { alert_rule: undefined }],
    ['31 days', { days: 31 }],
    ['half a day', { days: 0.5 }],
    ['a rule that cannot be', { alert_rule: aRule({ window_duration: 90 }) }],
    ['more than 100 %', { alert_rule: aRule({ threshold_alert: { value: 101, area: 'above' } }) }],
  ])('%s', async (_, wrong) => {
    const { token } = await setUp()
    const body = { alert_rule: aRule(), days: 1, ...wrong }
    expect((await call(path, { token, body })).status).toBe(400)
  })
})

test('401 without credentials; members and tokens that only read may ask', async () => {
  const { environment, organization, member } = await setUp()
  const body = { alert_rule: aRule(), days: 1 }
  // After many replays the clock is so far ahead that the member's session would be over.
  setClock(Date.now() / 1000)
  expect((await call(path, { body })).status).toBe(401)
  const token = await make.accessToken(environment, ['data:read'])
  for (const caller of [{ as: member, organization, environment }, { token }])
    expect((await call(path, { ...caller, body })).status).toBe(200)
})

test('403 without the flag alertingV2', async () => {
  const { organization, token } = await setUp()
  const flags = JSON.stringify({ alertingV2: false })
  await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
  const { status, body } = await call(path, { token, body: { alert_rule: aRule() } })
  expect([status, body.error.type]).toEqual([403, 'upgrade_required'])
})
