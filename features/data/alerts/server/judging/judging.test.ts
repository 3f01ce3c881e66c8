import { expect, test } from 'vitest'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { AnomalySearch } from '../anomalies/anomaly-search.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { alertsServer } from '../index.ts'
import { anAudience } from '../testing-audience.ts'
import { checkJudging } from './check-judging.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([alertsServer, incidentsServer], {
  clickhouse,
})
const make = aFactory(database)

/** The next full minute: minutes are what is said. */
const start = Math.ceil(Date.now() / 60_000) * 60
const setClock = (epochSeconds: number) => {
  const now = new Date(epochSeconds * 1000)
  clock.now = () => now
}
const minuteOf = (epochSeconds: number) =>
  `${new Date(epochSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const fine = [{ viewers: 20 }]
const failing = [{ viewers: 20, failed: 4 }]

test('rules that wait for a clock that was set back, or are late, are said to people and the operator', async () => {
  const { environment, organization, member } = await make.world()
  const token = await make.accessToken(environment, ['data:write'])
  const caller = { as: member, organization, environment }
  const audience = anAudience(clickhouse, environment, clock, start)
  const ofRules = ({ state, judged_until }: Record<string, unknown>) => ({ state, judged_until })
  const judging = async () => ofRules((await call('/ui/v1/alert-judging', caller)).body.data)
  const summary = async () =>
    ofRules((await call(`/ui/v1/alert-summary?from=${start}`, caller)).body.data.judging)
  const open = async () =>
    (await call('/ui/v1/alert-incidents?status=open', caller)).body.data.length
  expect(await judging()).toEqual({ state: 'current', judged_until: null })
  expect(await checkJudging(app)).toMatchObject({ level: 'well' })

  const rule = {
    metric: 'playback-failure-percentage',
    threshold_alert: { value: 5, area: 'above', close_after: 60 },
    window_duration: 60,
    window_min_views: 10,
  }
  const made = await call('/ui/v1/alert-rules', { token, body: rule })
  expect(made.status).toBe(201)
  expect(await checkJudging(app)).toMatchObject({ level: 'well' })
  await setColumn(
    database,
    'alert_rules',
    'updated_at',
    new Date(clock.now().getTime() - 121_000),
    {
      environment_id: environment.id,
    },
  )
  expect(await checkJudging(app)).toEqual({
    level: 'alert',
    sentence: 'No alert rule was ever judged: a process with the role scheduler must run.',
  })

  const evaluator = new Evaluator(app)
  await audience.write(120, fine)
  await evaluator.judgeReady()
  const at = audience.at
  expect(await judging()).toEqual({ state: 'current', judged_until: at })
  expect(await checkJudging(app)).toMatchObject({ level: 'well' })

  // Over an hour in which the clock was ahead, a rule was judged as usual.
  audience.jump(3_600)
  await audience.write(120, fine)
  await evaluator.judgeReady()
  const ahead = audience.at
  expect(await judging()).toEqual({ state: 'current', judged_until: ahead })

  // It is set back while viewers fail: nothing can open.
  audience.jump(at - ahead)
  await audience.write(120, failing)
  expect(evaluator.isDue()).toBe(false)
  await evaluator.judgeReady()
  expect(await open()).toBe(0)
  const waiting = { state: 'ahead', judged_until: ahead }
  expect(await judging()).toEqual(waiting)
  expect(await summary()).toEqual(waiting)
  expect(await checkJudging(app)).toEqual({
    level: 'alert',
    sentence: `The clock of this server was set back: alert rules wait until ${minuteOf(ahead)}.`,
  })

  audience.jump(ahead - audience.at)
  await audience.write(60, failing)
  await evaluator.judgeReady()
  expect(await open()).toBe(1)
  expect(await judging()).toMatchObject({ state: 'current' })

  // Another process has judged nothing yet, but the incident waits.
  setClock(ahead - 600)
  await new Evaluator(app).judgeReady()
  expect(await judging()).toMatchObject({ state: 'ahead' })

  audience.jump(0)
  await new Evaluator(app).judgeReady()
  setClock(audience.at + 120)
  expect(await judging()).toEqual({ state: 'current', judged_until: audience.at })
  setClock(audience.at + 121)
  expect(await judging()).toEqual({ state: 'late', judged_until: audience.at })
  expect(await checkJudging(app)).toEqual({
    level: 'alert',
    sentence: `Alert rules have not been judged since ${minuteOf(audience.at)}.`,
  })

  await setColumn(database, 'alert_rules', 'is_enabled', false, {})
  expect(await checkJudging(app)).toEqual({ level: 'well', sentence: 'No alert rule is on.' })
})

test('a search for anomalies that waits for a clock that was set back is said to people and the operator', async () => {
  const { environment, organization, member, admin } = await make.world()
  const stranger = await make.world()
  const waiting = async ({ as, ...place } = { as: member, organization, environment }) =>
    (await call('/ui/v1/alert-judging', { as, ...place })).body.data.anomalies_wait_until
  setClock(start + 90)
  await call('/ui/v1/anomaly-settings', {
    as: admin,
    organization,
    environment,
    method: 'PATCH',
    body: { is_enabled: true },
  })
  expect(await waiting()).toBeNull()
  const ahead = start + 3_600
  await new AnomalySearch(app).judgeReady()
  expect(await waiting()).toBeNull()
  setClock(ahead + 90)
  await new AnomalySearch(app).judgeReady()
  expect(await waiting()).toBeNull()
  setClock(start + 90)
  await new AnomalySearch(app).judgeReady()
  const until = Math.floor(ahead / 300) * 300
  expect(await waiting()).toBe(until)
  expect(
    await waiting({
      as: stranger.member,
      organization: stranger.organization,
      environment: stranger.environment,
    }),
  ).toBeNull()
  const summary = await call(`/ui/v1/alert-summary?from=${start}`, {
    as: member,
    organization,
    environment,
  })
  expect(summary.body.data.judging.anomalies_wait_until).toBe(until)
  expect(await checkJudging(app)).toEqual({
    level: 'alert',
    sentence: `The clock of this server was set back: the search for anomalies waits until ${minuteOf(until)}.`,
  })
  setClock(until + 90)
  expect(await waiting()).toBeNull()
  expect(await checkJudging(app)).toEqual({ level: 'well', sentence: 'No alert rule is on.' })
})

test('401 without credentials, 403 without the flag alertingV2, otherwise for all who read data', async () => {
  expect((await call('/ui/v1/alert-judging', {})).status).toBe(401)
  const { environment, organization } = await make.world()
  const token = await make.accessToken(environment, ['data:read'])
  expect((await call('/ui/v1/alert-judging', { token })).status).toBe(200)
  const flags = JSON.stringify({ alertingV2: false })
  await setColumn(database, 'organizations', 'feature_overrides', flags, { id: organization.id })
  const { status, body } = await call('/ui/v1/alert-judging', { token })
  expect([status, body.error.type]).toEqual([403, 'upgrade_required'])
})
