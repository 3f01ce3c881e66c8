import { expect, test } from 'vitest'
import {
  insertLedgerRows,
  insertRejections,
  type Outcome,
} from '@playhead/collector/runtime/ledger.sql.ts'
import { nobodysEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import { testClickHouse } from '@playhead/testing/clickhouse.ts'
import { factories } from '@playhead/testing/factories.ts'
import { testApp } from '@playhead/testing/test-app.ts'
import { collectorServer } from './index.ts'

const clickhouse = await testClickHouse()
const { call, database, clock } = await testApp([collectorServer], { clickhouse })
const make = factories(database)
const minute = Math.floor(clock.now().getTime() / 60_000) * 60

const count = (
  environment: { id: string },
  minutesAgo: number,
  entries: [Outcome, string, number][],
) =>
  insertLedgerRows(
    clickhouse,
    entries.map(([outcome, reason, one]) => ({
      environment_id: environment.id,
      minute: minute - minutesAgo * 60,
      outcome,
      reason,
      run: 1,
      count: one,
      counted_batch: 0,
      version: 1,
    })),
  )

const reject = (environmentId: string, reason: string, environmentKey = '') =>
  insertRejections(clickhouse, [
    {
      environment_id: environmentId,
      rejected_at: clock.now().getTime(),
      reason,
      event: 'playing',
      view_id: 'view-1',
      player: 'mux-embed',
      user_agent: 'Chrome',
      environment_key: environmentKey,
    },
  ])

test('an environment reads its own ledger and its own refused events', async () => {
  const { environment } = await make.world()
  const other = await make.world()
  await count(environment, 2, [
    ['stored', '', 90],
    ['duplicate', '', 6],
    ['rejected', 'view_final', 3],
    ['rejected', 'invalid_event', 1],
    ['shed', 'memory', 5],
  ])
  await count(environment, 70, [['stored', '', 10]])
  await count(other.environment, 2, [['stored', '', 1000]])
  await reject(environment.id, 'view_final')
  await reject(other.environment.id, 'invalid_event')
  const token = await make.accessToken(environment)
  const ledger = await call('/data/v1/collector/ledger?hours=1', { token })
  expect(ledger.body.data).toMatchObject({
    received: 100,
    stored: 90,
    duplicate: 6,
    rejected: 4,
    shed_requests: 5,
  })
  expect(ledger.body.data.reasons).toContainEqual({
    outcome: 'rejected',
    reason: 'view_final',
    count: 3,
  })
  expect((await call('/data/v1/collector/ledger', { token })).body.data.received).toBe(110)
  const rejections = await call('/data/v1/collector/rejections', { token })
  expect(rejections.body.data).toMatchObject([{ reason: 'view_final', player: 'mux-embed' }])
  expect((await call('/data/v1/collector/ledger')).status).toBe(401)
  expect((await call('/data/v1/collector/ledger?hours=0', { token })).status).toBe(400)
})

test('staff sees every environment with its rate, and what belongs to none', async () => {
  const { environment, organization } = await make.world()
  const staff = await make.person({ isStaff: true })
  await count(environment, 1, [
    ['stored', '', 590],
    ['rejected', 'view_final', 10],
  ])
  await count({ id: nobodysEnvironment }, 1, [['rejected', 'unknown_environment', 7]])
  await reject(nobodysEnvironment, 'unknown_environment', 'typo')
  const { status, body } = await call('/ui/v1/operator/collector', { as: staff })
  expect(status).toBe(200)
  const { environments, latest_rejections: rejections, ...totals } = body.data
  const own = environments.find((one: { id: string }) => one.id === environment.id)
  expect(own).toMatchObject({
    name: environment.name,
    organization_name: organization.name,
    key: expect.any(String),
    received: 600,
    stored: 590,
    rejected: 10,
    events_per_second: 2,
    last_received_at: new Date((minute - 60) * 1000).toISOString(),
  })
  expect(environments.find((one: { id: null }) => one.id === null)).toMatchObject({
    name: null,
    received: 7,
    reasons: [{ outcome: 'rejected', reason: 'unknown_environment', count: 7 }],
  })
  const sum = environments.reduce((all: number, one: { received: number }) => all + one.received, 0)
  expect(totals.received).toBe(sum)
  expect(totals.received).toBe(totals.stored + totals.duplicate + totals.rejected)
  expect(totals.address).toBe('http://localhost:4000')
  expect(rejections[0]).toMatchObject({
    reason: 'unknown_environment',
    environment_id: null,
    environment_key: 'typo',
  })
})

test('nobody but staff sees what others receive', async () => {
  const { admin, organization } = await make.world()
  expect((await call('/ui/v1/operator/collector', { as: admin, organization })).status).toBe(403)
  expect((await call('/ui/v1/operator/collector')).status).toBe(401)
})
