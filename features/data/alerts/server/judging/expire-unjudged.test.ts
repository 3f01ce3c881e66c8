import { expect, test } from 'vitest'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { AnomalySearch } from '../anomalies/anomaly-search.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { alertsServer } from '../index.ts'
import { anAudience } from '../testing-audience.ts'
import { expireUnjudged } from './expire-unjudged.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp(
  [alertsServer, incidentsServer, notificationsServer],
  { clickhouse },
)
const make = aFactory(database)
const start = Math.ceil(Date.now() / 60_000) * 60

/** An environment with an open incident of a rule, another of an anomaly, and a channel. */
const setUp = async (startsAt: number) => {
  const world = await make.world()
  const { organization, environment, admin } = world
  const caller = { as: admin, organization, environment }
  const ask = async (path: string, body: object, method = 'POST') => {
    const answer = await call(path, { ...caller, method, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  await ask('/ui/v1/notification-channels', {
    notification_channel: { service: 'pagerduty', value: 'R0UT1NGKEY' },
  })
  await ask('/ui/v1/alert-rules', {
    metric: 'playback-failure-percentage',
    threshold_alert: { value: 5, area: 'above' },
    window_duration: 60,
    window_min_views: 10,
  })
  await ask('/ui/v1/anomaly-settings', { is_enabled: true }, 'PATCH')
  const audience = anAudience(clickhouse, environment, clock, startsAt)
  await audience.write(60, [{ viewers: 20, failed: 4 }])
  await new Evaluator(app).judgeReady()
  await insertIncident(database, environment, { type: 'anomaly' })
  const statuses = async () =>
    (await readRows(database, 'incidents', { environment_id: environment.id }))
      .map((row) => [row['type'], row['status'], row['resolution_reason']])
      .toSorted()
  const kinds = async () =>
    (await readRows(database, 'notifications')).map((row) => row['kind']).toSorted()
  return { organization, environment, audience, statuses, kinds }
}

const open = [
  ['anomaly', 'open', null],
  ['threshold', 'open', null],
]
const expired = (type: string) => [type, 'expired', 'unknown_resolution_reason']

test('incidents of rules that the plan no longer has expire, and a rule that it has again opens the next', async () => {
  const { organization, audience, statuses, kinds } = await setUp(start)
  const setFlag = (alertingV2: boolean) =>
    setColumn(database, 'organizations', 'feature_overrides', JSON.stringify({ alertingV2 }), {
      id: organization.id,
    })
  await expireUnjudged(app)
  expect(await statuses()).toEqual(open)
  await setFlag(false)
  await expireUnjudged(app)
  await expireUnjudged(app)
  expect(await statuses()).toEqual([open[0], expired('threshold')])
  expect(await kinds()).toEqual(['ended', 'opened'])
  await setFlag(true)
  await audience.write(60, [{ viewers: 20, failed: 4 }])
  await new Evaluator(app).judgeReady()
  expect(await statuses()).toEqual([open[0], expired('threshold'), open[1]])
})

test('all incidents of a cancelled organization expire, and anomalies are no longer searched', async () => {
  const { organization, environment, statuses } = await setUp(start + 3 * 3_600)
  await setColumn(database, 'organizations', 'cancelled_at', clock.now(), { id: organization.id })
  await expireUnjudged(app)
  expect(await statuses()).toEqual([expired('anomaly'), expired('threshold')])
  await new AnomalySearch(app).judgeReady()
  expect(
    await readRows(database, 'anomaly_settings', { environment_id: environment.id }),
  ).toMatchObject([{ judged_until: null }])
})
