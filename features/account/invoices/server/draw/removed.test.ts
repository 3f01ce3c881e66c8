import { expect, test } from 'vitest'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { countRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { runAllInvoices } from '../course/run-invoices.ts'
import { invoicesServer } from '../index.ts'
import { insertStoredSpan } from '../testing-invoices.sql.ts'

const { app, api, call, clock, database } = await startTestApp(
  [
    deliveryUsageServer,
    environmentsServer,
    invoicesServer,
    operatorServer,
    organizationsServer,
    plansServer,
    playbackServer,
    usageServer,
  ],
  { clickhouse: await makeTestClickHouse(), settings: { PLAYHEAD_BILLING: 'invoice' } },
)
const make = aFactory(database)
const staff = await make.person({ isStaff: true })

let now = new Date('2026-05-01T00:00:00Z')
clock.now = () => now
const may = now
/** Seconds of May until then, and of all of May. */
const removedAt = new Date('2026-05-15T12:34:56Z')
const lived = (removedAt.getTime() - may.getTime()) / 1000
const secondsOfMay = 31 * 86_400
const fee = 5000
const centsPerSecond = { stored: 10, delivered: 2 }
const assetMinutes = 73
const segment = { path: '720p/1.m4s', seconds: 4.5 }
const parts = [10, 20, 30, 40, 50, 60].map((bytes) => Buffer.alloc(bytes, 1))

const enter = async (path: string, body: object) =>
  expect((await call(`/ui/v1/operator/${path}`, { as: staff, body })).status).toBeLessThan(300)
const plan = { name: 'Pro', flags: {}, fees: { month: fee, year: 10 * fee }, included: {} }
await enter('plans', { plans: { text: JSON.stringify({ plans: [plan] }) } })
await enter('prices', {
  prices: {
    text: JSON.stringify({
      valid_from: '2026-05',
      prices: [
        { meter: 'delivered', steps: [{ micros: centsPerSecond.delivered * 60 * 1_000_000 }] },
        // Of a minute that is stored for a month of 730 hours.
        {
          meter: 'stored',
          steps: [{ micros: (centsPerSecond.stored * 730 * 3600 * 1_000_000) / assetMinutes }],
        },
      ],
    }),
    after_version: null,
  },
})

const runSchedule = (name: string) =>
  usageServer.schedules.find((one) => one.name === name)!.run(app)

const setUp = async () => {
  now = may
  const world = await make.world()
  const { organization, environment, admin } = world
  const as = { as: admin, organization }
  await setColumn(database, 'environments', 'created_at', may.toISOString(), {
    id: environment.id,
  })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  const film = await insertPlayableAsset(app, { environment, stored: { '720p': parts } })
  await insertStoredSpan(database, film, { seconds: assetMinutes * 60, from: may })
  const deliver = async () => {
    const answer = await api.request(`/${film.playbackId}/${segment.path}`)
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  const linesOf = async (id: string) =>
    (await call(`/ui/v1/invoices/${id}`, as)).body.data.lines as Json[]
  const list = async () => (await call('/ui/v1/invoices', as)).body.data as Json[]
  return { ...world, as, deliver, linesOf, list }
}

/** Every five minutes in the product: hours that closed are counted, then invoices go forward. */
const runAt = async (time: string) => {
  now = new Date(time)
  await app.afterResponse.settle(10)
  await runSchedule('usage: count hours')
  await runAllInvoices(app)
}

const usage = (meter: string, cents: number) =>
  expect.objectContaining({ kind: 'usage', meter, amount_cents: cents })

test('an environment that is removed in the middle of a month is on its invoice to the last second, and not a second longer', async () => {
  const { as, environment, deliver, linesOf, list } = await setUp()
  await runAt('2026-05-10T00:00:00Z')
  now = removedAt
  // Gathered a moment ago, and in no table yet.
  await deliver()
  const name = encodeURIComponent(environment.name)
  const removed = await call(`/ui/v1/environments/${environment.id}?name=${name}`, {
    ...as,
    method: 'DELETE',
  })
  expect(removed.status).toBe(204)
  expect(await countRows(database, 'assets', { environment_id: environment.id })).toBe(0)

  for (const time of ['2026-05-20T00:00:00Z', '2026-06-01T12:00:00Z', '2026-06-02T03:00:00Z'])
    await runAt(time)
  const [, invoice] = await list()
  const lines = await linesOf(invoice!.id)
  expect(lines).toEqual([
    expect.objectContaining({ kind: 'fee', amount_cents: fee }),
    usage('delivered', segment.seconds * centsPerSecond.delivered),
    usage('stored', lived * centsPerSecond.stored),
  ])
  for (const line of lines.slice(1))
    expect(line).toMatchObject({
      environment_id: environment.id,
      environment_name: environment.name,
    })
  const total = lines.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  expect(invoice).toMatchObject({ month: '2026-05', status: 'open', total_cents: total })
})

test('an organization that is removed in the middle of a month is charged its fee to the second, its usage to the hour, and nothing after it', async () => {
  const { as, deliver, linesOf, list } = await setUp()
  now = removedAt
  await deliver()
  const cancelled = await call('/ui/v1/organization/cancel', { ...as, method: 'PUT' })
  expect(cancelled.status).toBe(200)
  await runAt('2026-05-15T15:00:00Z')
  await deliver()
  for (const time of ['2026-06-01T12:00:00Z', '2026-06-02T03:00:00Z', '2026-07-02T03:00:00Z'])
    await runAt(time)
  const issued = (await list()).filter(({ number }) => number !== null)
  expect(issued.map(({ month }) => month)).toEqual(['2026-05'])
  const hours = Math.ceil(lived / 3600)
  expect(await linesOf(issued[0]!.id)).toEqual([
    expect.objectContaining({
      kind: 'fee',
      amount_cents: Math.round((fee * lived) / secondsOfMay),
    }),
    usage('delivered', segment.seconds * centsPerSecond.delivered),
    usage('stored', hours * 3600 * centsPerSecond.stored),
  ])
})
