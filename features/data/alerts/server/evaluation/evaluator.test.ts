import { afterEach, describe, expect, test } from 'vitest'
import { listAlertPoints } from '@playhead/analytics/alerting/alert-points.sql.ts'
import { startGate } from '@playhead/collector/runtime/testing-gate.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { startSchedules } from '@playhead/server-kit/schedules/start-schedules.ts'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertFigures, alertsServer, incidentListener } from '../index.ts'
import { anAudience } from '../testing-audience.ts'
import { Evaluator } from './evaluator.ts'

const told: { incident: string; change: string }[] = []
const listening = feature('listening', {
  parts: [
    incidentListener({
      order: 1,
      changed: async (_, { id }, change) => void told.push({ incident: id, change }),
    }),
  ],
})
const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp(
  [alertsServer, incidentsServer, listening],
  { clickhouse },
)
const make = aFactory(database)

/** Each test lies three hours behind the one before, so that none sees the steps of another. */
let nextStart = Math.ceil(Date.now() / 60_000) * 60 + 60
const aStart = () => {
  nextStart += 3 * 3_600
  return nextStart
}

afterEach(async () => {
  await setColumn(database, 'alert_rules', 'is_enabled', false, {})
})

const aRule = (given: object = {}) => ({
  metric: 'playback-failure-percentage',
  threshold_alert: { value: 5, area: 'above', close_after: 60 },
  window_duration: 60,
  window_min_views: 10,
  ...given,
})
const fine = [{ viewers: 20 }]
const failing = [{ viewers: 20, failed: 4 }]

const setUp = async () => {
  const world = await make.world()
  const { environment } = world
  const token = await make.accessToken(environment, ['data:write'])
  const audience = anAudience(clickhouse, environment, clock, aStart())
  const makeRule = async (given: object = {}) => {
    const { status, body } = await call('/ui/v1/alert-rules', { token, body: aRule(given) })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
  const incidents = async (query = '') => {
    const { status, body } = await call(`/ui/v1/alert-incidents${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const evaluator = new Evaluator(app)
  const pass = async (seconds: number, watched: Parameters<typeof audience.write>[1]) => {
    await audience.write(seconds, watched)
    await evaluator.judgeReady()
  }
  const toldOf = (id: string) =>
    told.filter(({ incident }) => incident === id).map(({ change }) => change)
  return { ...world, token, audience, makeRule, incidents, evaluator, pass, toldOf }
}

describe('a rule', () => {
  test('ALRT-005 opens an incident while its value is beyond, and the data closes it', async () => {
    const { environment, token, audience, makeRule, incidents, pass, toldOf } = await setUp()
    const rule = await makeRule({ filters: [{ dimension: 'country', value: 'US' }] })
    await pass(120, fine)
    expect(await incidents()).toEqual([])
    // Of 240 samples of a minute more than 12 have failed: four each in four steps.
    await pass(15, failing)
    expect(await incidents()).toEqual([])
    await pass(5, failing)
    const [open, ...others] = await incidents('?status=open&type=threshold')
    expect(others).toEqual([])
    expect(open).toMatchObject({
      type: 'threshold',
      status: 'open',
      measurement: 'playback-failure-percentage',
      description: 'Playback failure percentage is above 5% for 1 minute',
      impact: 'Fatal errors stop 16 viewers a minute, while 20 watch.',
      breakdowns: [{ id: 'country', name: 'country', value: 'US' }],
      alert_rule: { id: rule.id, threshold_alert: { value: 5, area: 'above' } },
      start_time: audience.at,
      end_time: null,
      resolution_reason: null,
      ccv_on_start: 20,
      affected_views: 4,
      affected_views_per_hour_on_open: 240,
      is_flapping: false,
    })
    expect(open.metric_on_trigger).toBeCloseTo((100 * 16) / 240)
    expect(open.time_series_data_on_start).toHaveLength(30)
    expect(open.time_series_data_on_start.at(-1)).toEqual({
      time: audience.at - 60,
      metric_value: open.metric_on_trigger,
    })
    expect(open.time_series_data_on_start[0].metric_value).toBeNull()
    await pass(60, failing)
    const [worse] = await incidents()
    expect(worse.metric_now).toBeCloseTo(20)
    expect(worse.peak_metric_during_incident).toBeCloseTo(20)
    expect(worse.affected_views).toBeGreaterThan(open.affected_views)
    await pass(120, fine)
    const [closed] = await incidents('?status=closed')
    expect(closed).toMatchObject({
      id: open.id,
      resolution_reason: 'data_triggered_resolution',
      ccv_on_end: 20,
      metric_on_end: 0,
      metric_on_resolution: 0,
      end_time: expect.any(Number),
    })
    expect(closed.peak_metric_during_incident).toBeCloseTo(20)
    expect(closed.time_series_data_on_end).toHaveLength(30)
    // What it meant while it was bad.
    expect(closed.impact).toMatch(/^Fatal errors stop \d+ viewers a minute, while 20 watch\.$/)
    expect(toldOf(open.id)).toEqual(['opened', 'ended'])
    expect(await incidents('?status=open')).toEqual([])
    const { body } = await call('/data/v1/incidents?type=threshold', { token })
    expect(body.data).toMatchObject([
      { id: open.id, status: 'closed', threshold: 0.05, sample_size_unit: 'viewers' },
    ])
    expect(await countRows(database, 'incidents', { environment_id: environment.id })).toBe(1)
  })

  test('an incident says what those whom it affects share as it opens, unless all viewers do', async () => {
    const { makeRule, incidents, pass } = await setUp()
    await makeRule()
    const shared = [
      { viewers: 5, failed: 4, country: 'DE' },
      { viewers: 30, country: 'US' },
    ]
    await pass(120, [{ viewers: 35 }])
    await pass(60, shared)
    const [open] = await incidents('?status=open')
    expect(open.causes).toEqual([
      { id: 'country', value: 'DE', share: 1, share_of_viewers: expect.any(Number) },
    ])
    expect(open.causes[0].share_of_viewers).toBeLessThanOrEqual(5 / 35)
    await pass(180, [{ viewers: 35 }])
    await pass(60, [{ viewers: 35, failed: 20, country: 'US' }])
    const [second] = await incidents('?status=open')
    expect(second.id).not.toBe(open.id)
    expect(second.causes).toEqual([])
  })

  test('two evaluators at the same time open one incident and announce it once', async () => {
    const { audience, makeRule, incidents, toldOf } = await setUp()
    await makeRule()
    await audience.write(60, fine)
    await audience.write(60, failing)
    const evaluators = Array.from({ length: 4 }, () => new Evaluator(app))
    await Promise.all(evaluators.map((one) => one.judgeReady()))
    const found = await incidents()
    expect(found).toHaveLength(1)
    expect(toldOf(found[0].id)).toEqual(['opened'])
    // Four beyond the threshold in the window that opens it, and three in each of the eight steps after.
    expect(found[0].affected_views).toBeCloseTo(28)
    await audience.write(180, fine)
    await Promise.all(evaluators.map((one) => one.judgeReady()))
    expect(await incidents('?status=closed')).toMatchObject([
      { affected_views: expect.closeTo(28) },
    ])
    expect(toldOf(found[0].id)).toEqual(['opened', 'ended'])
  })

  test('without viewers its incident goes on for 15 minutes and then expires; it is no zero', async () => {
    const { makeRule, incidents, pass } = await setUp()
    await makeRule()
    await pass(60, failing)
    await pass(450, [])
    await pass(450, [])
    expect(await incidents('?status=open')).toHaveLength(1)
    await pass(60, [])
    expect(await incidents()).toMatchObject([
      { status: 'expired', resolution_reason: 'unknown_resolution_reason' },
    ])
  })

  test('steps that no collector wrote neither open nor close anything', async () => {
    const { audience, makeRule, incidents, evaluator, pass } = await setUp()
    await makeRule()
    await makeRule({
      metric: 'current-concurrent-viewers',
      threshold_alert: { value: 5, area: 'below' },
    })
    await pass(60, failing)
    await audience.write(1_200, 'no collectors')
    audience.wait()
    await evaluator.judgeReady()
    const stopped = expect.stringMatching(
      /^Fatal errors stop \d+ viewers a minute, while 20 watch\.$/,
    )
    const [held] = await incidents()
    expect(held).toMatchObject({ status: 'open', measurement: 'playback-failure-percentage' })
    const before = 'No data is coming in. Before that: '
    expect(held.impact.slice(0, before.length)).toBe(before)
    expect(held.impact.slice(before.length)).toEqual(stopped)
    await pass(60, [])
    // What it meant while it was bad is not lost in the gap.
    expect((await incidents())[1].impact).toEqual(stopped)
    expect(await incidents('?status=open')).toMatchObject([
      { measurement: 'current-concurrent-viewers', metric_on_trigger: 0 },
      { measurement: 'playback-failure-percentage' },
    ])
  })

  test('without data it opens after its window if it says so', async () => {
    const { audience, makeRule, incidents, evaluator, pass } = await setUp()
    await makeRule({ on_no_data: 'alert' })
    await pass(60, fine)
    await audience.write(90, 'no collectors')
    audience.wait()
    await evaluator.judgeReady()
    expect(await incidents()).toMatchObject([{ status: 'open', impact: 'No data is coming in.' }])
  })

  test('another evaluator judges the steps that were missed, in their order', async () => {
    const { audience, makeRule, incidents, pass, toldOf } = await setUp()
    await makeRule()
    await pass(60, fine)
    await audience.write(60, failing)
    await audience.write(120, fine)
    await audience.write(60, failing)
    await new Evaluator(app).judgeReady()
    const found = await incidents()
    expect(found.map(({ status }: { status: string }) => status)).toEqual(['open', 'closed'])
    expect(toldOf(found[1].id)).toEqual(['opened', 'ended'])
    expect(found[1].end_time).toBeLessThan(found[0].start_time)
  })

  test('a change of what is judged ends its incident, another name does not', async () => {
    const { token, makeRule, incidents, pass, toldOf } = await setUp()
    const { id } = await makeRule()
    const change = (body: object) =>
      call(`/ui/v1/alert-rules/${id}`, { token, method: 'PATCH', body })
    await pass(60, failing)
    await change({ name: 'Failures', severity: 'warning' })
    expect(await incidents('?status=open')).toHaveLength(1)
    await change({ threshold_alert: { value: 50, area: 'above' } })
    const [ended] = await incidents()
    expect(ended).toMatchObject({
      status: 'closed',
      resolution_reason: 'alert_rule_updated_triggered_resolution',
      alert_rule: { threshold_alert: { value: 5 } },
    })
    expect(toldOf(ended.id)).toEqual(['opened', 'ended'])
    expect(await countRows(database, 'alert_states', { rule_id: id })).toBe(0)
    await pass(60, failing)
    expect(await incidents('?status=open')).toEqual([])
  })

  test('a rule that is deleted or switched off ends its incident', async () => {
    const { token, makeRule, incidents, pass } = await setUp()
    const rules = [await makeRule(), await makeRule()]
    await pass(60, failing)
    expect(await incidents('?status=open')).toHaveLength(2)
    await call(`/ui/v1/alert-rules/${rules[0].id}`, { token, method: 'DELETE' })
    await call(`/ui/v1/alert-rules/${rules[1].id}`, {
      token,
      method: 'PATCH',
      body: { is_enabled: false },
    })
    const closed = await incidents('?status=closed')
    for (const { resolution_reason: reason } of closed)
      expect(reason).toBe('alert_rule_updated_triggered_resolution')
    // The rule as it was stays, and no link leads to one that is gone.
    const leadsTo = (rule: { id: string }) =>
      closed.find((one: { alert_rule: { id: string } }) => one.alert_rule.id === rule.id)
        .alert_rule_id
    expect(rules.map(leadsTo)).toEqual([null, rules[1].id])
    await pass(60, failing)
    expect(await incidents('?status=open')).toEqual([])
  })

  test('what a person resolved opens again only after the value was good', async () => {
    const { token, makeRule, incidents, pass, toldOf } = await setUp()
    await makeRule()
    await pass(60, failing)
    const [{ id }] = await incidents()
    const resolved = await call(`/ui/v1/alert-incidents/${id}/resolve`, { token, method: 'POST' })
    expect(resolved).toMatchObject({ status: 200, body: { data: { status: 'resolved' } } })
    await pass(120, failing)
    expect(await incidents('?status=open')).toEqual([])
    await pass(60, fine)
    await pass(60, failing)
    expect(await incidents('?status=open')).toHaveLength(1)
    expect(toldOf(id)).toEqual(['opened', 'ended'])
  })

  test('the third opening within an hour is flapping', async () => {
    const { makeRule, incidents, pass } = await setUp()
    await makeRule()
    for (let opening = 0; opening < 3; opening += 1) {
      await pass(60, failing)
      await pass(120, fine)
    }
    const flapping = (await incidents()).map(
      ({ status, is_flapping: isFlapping }: { status: string; is_flapping: boolean }) => [
        status,
        isFlapping,
      ],
    )
    expect(flapping).toEqual([
      ['open', true],
      ['closed', false],
      ['closed', false],
    ])
  })
})

describe('groups', () => {
  test('each group has its incident, and only the largest are judged', async () => {
    const { environment, makeRule, incidents, pass } = await setUp()
    const { id } = await makeRule({ group_by: ['country'], groups_max: 2 })
    const watched = [
      { country: 'DE', viewers: 30 },
      { country: 'AT', viewers: 20, failed: 5 },
      { country: 'CH', viewers: 10, failed: 10 },
    ]
    await pass(120, watched)
    const found = await incidents(`?rule=${id}`)
    expect(found).toMatchObject([
      {
        description: 'Playback failure percentage is above 5% for 1 minute: AT',
        breakdowns: [{ name: 'country', value: 'AT' }],
      },
    ])
    // What is open goes on even when others have become larger.
    await pass(60, [
      { country: 'DE', viewers: 30 },
      { country: 'FR', viewers: 40 },
      { country: 'AT', viewers: 12 },
    ])
    await pass(120, [
      { country: 'DE', viewers: 30 },
      { country: 'FR', viewers: 40 },
      { country: 'AT', viewers: 12 },
    ])
    expect(await incidents(`?rule=${id}&status=closed`)).toHaveLength(1)
    const [row] = await readRows(database, 'alert_rules', { id })
    const points = await listAlertPoints(
      { id: environment.id, clickhouse },
      String(row!['series_id']),
      { from: new Date(0), until: new Date('2099-01-01') },
    )
    // The whole says only that the minute is known.
    expect(points.slice(0, 2)).toMatchObject([
      { group_key: '', over: 0, viewers: 0, known_steps: 12 },
      { group_key: '["AT"]', over: 60, under: 240, viewers: 240 },
    ])
  })
})

test('what a rule saw is recorded once a minute, whoever evaluates', async () => {
  const { environment, audience, makeRule, pass } = await setUp()
  const { id } = await makeRule()
  const startsAt = audience.at
  await pass(60, fine)
  await audience.write(60, failing)
  await new Evaluator(app).judgeReady()
  await new Evaluator(app).judgeReady()
  const [row] = await readRows(database, 'alert_rules', { id })
  const points = await listAlertPoints(
    { id: environment.id, clickhouse },
    String(row!['series_id']),
    { from: new Date(startsAt * 1000), until: new Date((startsAt + 600) * 1000) },
  )
  const ofMinute = { group_key: '', under: 240, viewers: 240, attempts: 0, known_steps: 12 }
  expect(points).toEqual([
    { ...ofMinute, at: startsAt, over: 0 },
    { ...ofMinute, at: startsAt + 60, over: 48 },
  ])
})

test('without the flag alertingV2 nothing is judged, and rules need an upgrade', async () => {
  const { organization, token, makeRule, incidents, pass } = await setUp()
  await makeRule()
  const flags = JSON.stringify({ alertingV2: false })
  await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
  await pass(60, failing)
  expect(await incidents()).toEqual([])
  const refused = await call('/ui/v1/alert-rules', { token })
  expect(refused).toMatchObject({
    status: 403,
    body: { error: { type: 'upgrade_required', name: 'alertingV2' } },
  })
})

test('while the engine is away nothing opens; afterwards what was missed is judged, with what was written late', async () => {
  const gate = await startGate(clickhouse)
  const { audience, makeRule, incidents } = await setUp()
  await makeRule()
  const evaluator = new Evaluator({ ...app, clickhouse: gate.clickhouse })
  await audience.write(60, fine)
  await evaluator.judgeReady()
  gate.set('shut')
  await audience.write(60, 'no collectors')
  await expect(evaluator.judgeReady()).rejects.toThrow('cannot be reached')
  gate.set('open')
  // The collectors write what they held only after the evaluator has asked again.
  await evaluator.judgeReady()
  expect(await incidents()).toEqual([])
  await audience.writeLate(60, failing)
  await audience.write(5, failing)
  await evaluator.judgeReady()
  expect(await incidents('?status=open')).toHaveLength(1)
})

test('the schedule judges what has ended, and a program that stops gives it back', async () => {
  const { audience, makeRule, incidents } = await setUp()
  await makeRule()
  await audience.write(60, failing)
  const running = await startSchedules(app, alertsServer.schedules, {
    tickMs: 25,
    firstAfterSeconds: 0,
  })
  await expect.poll(() => incidents('?status=open')).toHaveLength(1)
  await audience.write(120, fine)
  await expect.poll(() => incidents('?status=closed')).toHaveLength(1)
  expect(alertFigures(app)).toMatchObject([
    { name: 'playhead_alert_rules_late_seconds', values: [{ value: expect.any(Number) }] },
  ])
  await running.stop()
  expect(alertFigures(app)).toEqual([])
  expect(await readRows(database, 'schedules', { name: 'alerts: judge rules' })).toMatchObject([
    { lease: null, failures: 0 },
  ])
})
