import { expect, test } from 'vitest'
import { insertConformance } from '@playhead/collector/cmcd/conformance.sql.ts'
import { unknownEnvironmentId } from '@playhead/collector/runtime/collector-options.ts'
import {
  insertLedgerRows,
  insertRejections,
  type Outcome,
} from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { collectorServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, database, clock } = await startTestApp([collectorServer], { clickhouse })
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const root = '/ui/v1/operator/collector'
const asStaff = (path: string) => call(`${root}${path}`, { as: staff })

type Entry = [outcome: Outcome, reason: string, count: number, version?: number]

const count = (environment: { id: string }, minutesAgo: number, ...entries: Entry[]) =>
  insertLedgerRows(
    clickhouse,
    entries.map(([outcome, reason, one, version = 1]) => ({
      environment_id: environment.id,
      minute: Math.floor(clock.now().getTime() / 60_000 - minutesAgo) * 60,
      outcome,
      reason,
      run: 1,
      count: one,
      counted_batch: 0,
      version,
    })),
  )

const reject = (environment: { id: string }, reason: string, more: Record<string, string> = {}) =>
  insertRejections(clickhouse, [
    {
      environment_id: environment.id,
      rejected_at: clock.now().getTime(),
      reason,
      event: 'playing',
      view_id: 'view-1',
      player: 'hls.js',
      user_agent: 'Mozilla/5.0',
      environment_key: '',
      ...more,
    },
  ])

const nobody = { id: unknownEnvironmentId }

test('a token reads the ledger of its own environment, which accounts for everything received', async () => {
  const { environment } = await make.world()
  const other = await make.world()
  // A count that is written twice replaces the first one.
  await count(environment, 2, ['stored', '', 60], ['stored', '', 90, 2], ['duplicate', '', 6])
  await count(environment, 2, ['rejected', 'view_final', 3], ['rejected', 'invalid_event', 1])
  await count(environment, 2, ['shed', 'memory', 5])
  await count(environment, 70, ['stored', '', 10])
  await count(other.environment, 2, ['stored', '', 1000])
  const token = await make.accessToken(environment)

  const { body } = await call('/data/v1/collector/ledger?timeframe[]=60:minutes', { token })
  expect(body).toEqual({
    data: {
      received: 100,
      stored: 90,
      duplicate: 6,
      rejected: 4,
      rejections: [
        { reason: 'view_final', count: 3 },
        { reason: 'invalid_event', count: 1 },
      ],
    },
    timeframe: [expect.any(Number), expect.any(Number)],
    total_row_count: null,
  })
  expect((await call('/data/v1/collector/ledger', { token })).body.data.received).toBe(110)
  const refused = await call('/data/v1/collector/ledger?timeframe[]=soon', { token })
  expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_timeframe' } } })
})

test('a token reads examples of what was rejected from its own environment only', async () => {
  const { environment } = await make.world()
  const other = await make.world()
  await reject(environment, 'view_final')
  await reject(other.environment, 'invalid_event')
  const token = await make.accessToken(environment)
  const { body } = await call('/data/v1/collector/rejections', { token })
  expect(body.data).toEqual([
    {
      rejected_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reason: 'view_final',
      event: 'playing',
      view_id: 'view-1',
      player: 'hls.js',
      user_agent: 'Mozilla/5.0',
      environment_key: null,
    },
  ])
  expect(Math.abs(Date.parse(body.data[0].rejected_at) - clock.now().getTime())).toBeLessThan(5_000)
})

test('staff read the outcome of the events of each environment, by reason and span', async () => {
  const { environment, organization } = await make.world()
  const gone = { id: '7d3f2d2c-8a42-4a7a-9b7e-0f7f4dcb1d11' }
  await count(environment, 5, ['stored', '', 5_000], ['rejected', 'view_final', 3])
  await count(environment, 90, ['stored', '', 10], ['rejected', 'too_large', 7])
  await count(environment, 60 * 24 * 3, ['duplicate', '', 2])
  await count(gone, 5, ['stored', '', 4_000])
  await count(nobody, 5, ['rejected', 'unknown_environment', 90_000], ['shed', 'memory', 4])

  const ledgerOf = async (span: string) => (await asStaff(`/ledger?timeframe=${span}`)).body
  const hour = await ledgerOf('1:hours')
  const row = (body: typeof hour, id: string | null) =>
    body.data.find((one: { environment_id: string | null }) => one.environment_id === id)
  expect(row(hour, environment.id)).toEqual({
    environment: {
      id: environment.id,
      name: environment.name,
      organization_id: organization.id,
      organization_name: organization.name,
    },
    environment_id: environment.id,
    received: 5_003,
    stored: 5_000,
    duplicate: 0,
    rejected: 3,
    rejections: [{ reason: 'view_final', count: 3 }],
  })
  expect(row(hour, gone.id)).toMatchObject({ environment: null, received: 4_000 })
  // Events without an environment come last, however many there are; shed requests are not counted as events.
  expect(hour.data.at(-1)).toMatchObject({
    environment_id: null,
    received: 90_000,
    rejections: [{ reason: 'unknown_environment', count: 90_000 }],
  })
  expect(row(await ledgerOf('24:hours'), environment.id)).toMatchObject({
    received: 5_020,
    rejections: [
      { reason: 'too_large', count: 7 },
      { reason: 'view_final', count: 3 },
    ],
  })
  expect(row(await ledgerOf('7:days'), environment.id)).toMatchObject({ duplicate: 2 })

  const { body } = await asStaff('/ledger?timeframe=1:hours&limit=1&page=2')
  expect(body).toMatchObject({ total_row_count: hour.data.length, page: 2, limit: 1 })
  expect(body.data).toEqual([hour.data[1]])
  expect((await asStaff('/ledger?timeframe=2:hours')).status).toBe(400)

  const { data: status } = (await asStaff('?timeframe=1:hours')).body
  const sum = hour.data.reduce((all: number, one: { received: number }) => all + one.received, 0)
  expect(status.ledger.received).toBe(sum)
  expect(status.ledger.received).toBe(
    status.ledger.stored + status.ledger.duplicate + status.ledger.rejected,
  )
  expect(status.shed_requests).toContainEqual({
    reason: 'memory',
    count: expect.any(Number),
  })
})

test('staff sees what the collector does now, and that it runs elsewhere where it does', async () => {
  expect((await asStaff('')).body.data).toMatchObject({
    rates: null,
    address: { domain: 'localhost:4000', is_https_missing: false },
  })
  const stats = {
    openViews: 12,
    heldBytes: 2048,
    memoryBytes: 512 * 2 ** 20,
    waitingRequests: 1,
    eventsPerSecond: 41.5,
    batchesPerSecond: 3.2,
  }
  Object.assign(app, { collector: { stats: () => stats } })
  expect((await asStaff('')).body.data.rates).toEqual({
    open_views: 12,
    held_bytes: 2048,
    memory_bytes: 512 * 2 ** 20,
    waiting_requests: 1,
    events_per_second: 41.5,
    batches_per_second: 3.2,
  })
})

test('staff sees the last rejections of everybody, the newest first', async () => {
  const { environment } = await make.world()
  await reject(environment, 'view_final')
  clock.advance(1)
  await reject(nobody, 'unknown_environment', { environment_key: 'wrong-' })
  const { body } = await asStaff('/rejections?limit=2')
  expect(body.data).toMatchObject([
    { reason: 'unknown_environment', environment: null, environment_key: 'wrong-' },
    { reason: 'view_final', environment: { name: environment.name }, environment_key: null },
  ])
})

test('staff finds an environment by its name, its organization or its key', async () => {
  const { environment, organization } = await make.world()
  const found = async (text: string) =>
    (await asStaff(`/environments?query=${encodeURIComponent(text)}`)).body
  const byName = await found(environment.name.toUpperCase())
  expect(byName).toMatchObject({ total_row_count: 1 })
  const [row] = byName.data
  expect(row).toEqual({
    id: environment.id,
    name: environment.name,
    organization_id: organization.id,
    organization_name: organization.name,
    key: expect.any(String),
  })
  expect((await found(row.key)).data).toEqual([row])
  expect((await found(organization.name)).data).toEqual([row])
  expect((await found('nothing like it')).data).toEqual([])
})

test('staff reads how the players of an environment keep to the standard', async () => {
  const { environment } = await make.world()
  await insertConformance(clickhouse, [
    {
      environment_id: environment.id,
      day: clock.now().toISOString().slice(0, 10),
      player: 'hls.js',
      player_version: '1.7.4',
      kind: 'total',
      name: '',
      present: 40,
      malformed: 0,
      missing: 0,
    },
  ])
  const { body } = await asStaff(`/environments/${environment.id}/cmcd`)
  expect(body.data).toMatchObject([{ player: 'hls.js', player_version: '1.7.4', report_count: 40 }])
})

test('only staff see what other organizations receive', async () => {
  const { admin, organization, environment } = await make.world()
  const token = await make.accessToken(environment)
  for (const path of [
    '',
    '/ledger',
    '/rejections',
    '/environments',
    `/environments/${environment.id}/cmcd`,
  ]) {
    expect((await call(`${root}${path}`, { as: admin, organization })).status).toBe(403)
    expect((await call(`${root}${path}`, { token })).status).toBe(403)
    expect((await call(`${root}${path}`)).status).toBe(401)
  }
})

test('a member reads the address that players report to', async () => {
  const { member, organization } = await make.world()
  const path = '/ui/v1/collector/address'
  const { status, body } = await call(path, { as: member, organization })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ domain: 'localhost:4000', is_https_missing: false })
  expect((await call(path)).status).toBe(401)
})
