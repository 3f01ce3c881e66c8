import { expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { startOfMonth, usageServer } from '@playhead/features/account/usage/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { billingServer } from '../index.ts'
import { insertUsageHour } from '../testing-hours.sql.ts'

const features = [
  assetsServer,
  billingServer,
  operatorServer,
  organizationsServer,
  plansServer,
  playbackIdsServer,
  playbackServer,
  processingServer,
  usageServer,
]
const { api, app, call, clock, database, mails } = await startTestApp(features, {
  clickhouse: await makeTestClickHouse(),
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const caps = billingServer.schedules.find(({ name }) => name === 'billing: spending caps')!

const enter = async (path: string, body: object) =>
  expect((await call(`/ui/v1/operator/${path}`, { as: staff, body })).status).toBe(201)
/** A cent for a delivered minute; Pro charges it, Free does not. */
const prices = [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }]
await enter('prices', {
  prices: { text: JSON.stringify({ valid_from: '2020-01', prices }), after_version: null },
})
const plans = [
  { name: 'Free', fees: { month: 0, year: 0 }, overage: 'none' },
  { name: 'Pro', fees: { month: 5000, year: 50_000 }, overage: 'priced' },
]
await enter('plans', { plans: { text: JSON.stringify({ plans }) } })

const setUp = async () => {
  const { admin, member, organization, environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const { playbackId } = await insertPlayableAsset(app, { environment })
  const operate = async (fields: object) =>
    expect(
      (
        await call(`/ui/v1/operator/organizations/${organization.id}`, {
          as: staff,
          method: 'PUT',
          body: { organization: fields },
        })
      ).status,
    ).toBe(200)
  const setCap = (cap: object) =>
    call('/ui/v1/billing/cap', { as: admin, organization, method: 'PUT', body: { cap } })
  const read = async () => (await call('/ui/v1/billing/cap', { as: admin, organization })).body.data
  const add = async () =>
    (
      await call('/video/v1/assets', {
        token,
        body: { inputs: [{ url: 'https://example.com/film.mp4' }] },
      })
    ).status
  const play = async () => (await api.request(`/${playbackId}.m3u8`)).status
  const spend = async (cents: number) => {
    const hour = startOfMonth(clock.now())
    await insertUsageHour(database, environment, { hour, meter: 'delivered', quantity: cents * 60 })
    await caps.run(app)
  }
  const notices = async () =>
    (await call('/ui/v1/organization', { as: member, organization })).body.data
      .account_notifications
  return { admin, organization, operate, setCap, read, add, play, spend, notices }
}

const ofFree = 'Your plan Free charges no usage, so there is nothing to cap.'
const ofNone = 'Without a subscription nothing is charged, so there is nothing to cap.'

test('a cap on a plan that charges no usage is refused in words, whatever it would do', async () => {
  const { organization, operate, setCap, read } = await setUp()
  const refused = async (message: string) => {
    for (const action of ['notify', 'stop_new', 'stop_delivery']) {
      const cap = { cents: 500, action, confirmation: organization.name }
      const { status, body } = await setCap(cap)
      expect([action, status, body.error?.messages]).toEqual([action, 400, [message]])
    }
    expect(await read()).toEqual({ currency: 'USD', nothing_to_cap: message, cap: null })
  }
  await refused(ofNone)
  await operate({ plan: 'Free' })
  await refused(ofFree)
  await operate({ plan: 'Pro' })
  expect((await setCap({ cents: 500 })).body.data).toMatchObject({
    nothing_to_cap: null,
    cap: { cents: 500 },
  })
})

test('a cap stops nothing and sends nothing once the plan charges no usage, and holds again after it', async () => {
  const { admin, organization, operate, setCap, read, add, play, spend, notices } = await setUp()
  await operate({ plan: 'Pro' })
  const stop = { cents: 100, action: 'stop_delivery', confirmation: organization.name }
  expect((await setCap(stop)).status).toBe(200)
  await spend(110)
  expect(await add()).toBe(402)
  await expect.poll(play).toBe(402)
  expect(await notices()).toMatchObject([{ type: 'volume' }])

  await operate({ plan: 'Free' })
  // At once, before the cap is checked again.
  expect(await add()).toBe(201)
  await expect.poll(play).toBe(200)
  await spend(130)
  expect(await notices()).toEqual([])
  expect(await read()).toMatchObject({
    nothing_to_cap: ofFree,
    cap: { cents: 100, action: 'stop_delivery', spent_cents: null, is_reached: false },
  })
  const subjects = (await mails()).filter(({ to }) => to === admin.email)
  expect(subjects.map(({ subject }) => subject)).toEqual([
    `${organization.name} has reached 100 % of its spending cap`,
  ])

  await operate({ plan: 'Pro' })
  await spend(130)
  expect(await add()).toBe(402)
  await expect.poll(play).toBe(402)
})

test('a cap that rests can be removed', async () => {
  const { operate, setCap, read } = await setUp()
  await operate({ plan: 'Pro' })
  await setCap({ cents: 500 })
  await operate({ plan: 'Free' })
  expect((await setCap({ cents: null })).status).toBe(200)
  expect((await read()).cap).toBeNull()
})

test('what a marketplace charges is not known, so its organizations may have a cap', async () => {
  const { operate, setCap } = await setUp()
  await operate({ marketplace_type: 'Bazaar' })
  expect((await setCap({ cents: 500 })).body.data.nothing_to_cap).toBeNull()
})

test('where nothing is charged at all, a cap counts what usage is shown to cost', async () => {
  const quiet = await startTestApp(features, { clickhouse: await makeTestClickHouse() })
  const makeQuiet = aFactory(quiet.database)
  const operator = await makeQuiet.person({ isStaff: true })
  await quiet.call('/ui/v1/operator/prices', {
    as: operator,
    body: {
      prices: { text: JSON.stringify({ valid_from: '2020-01', prices }), after_version: null },
    },
  })
  const { admin, organization } = await makeQuiet.world()
  await quiet.call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: operator,
    method: 'PUT',
    body: { organization: { plan: 'Free' } },
  })
  const { status, body } = await quiet.call('/ui/v1/billing/cap', {
    as: admin,
    organization,
    method: 'PUT',
    body: { cap: { cents: 500 } },
  })
  expect([status, body.data]).toMatchObject([200, { nothing_to_cap: null, cap: { cents: 500 } }])
})
