import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, test } from 'vitest'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { addMonths, startOfMonth, usageServer } from '@playhead/features/account/usage/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { billingServer } from '../index.ts'
import { deletePrices, insertDeliveredNow, insertUsageHour } from '../testing-hours.sql.ts'

const { api, app, call, clock, database, mails } = await startTestApp(
  [
    assetsServer,
    billingServer,
    liveStreamsServer,
    organizationsServer,
    playbackIdsServer,
    playbackServer,
    processingServer,
    uploadsServer,
    usageServer,
  ],
  { clickhouse: await makeTestClickHouse() },
)
const make = aFactory(database)

/** Uploads need real connections. */
const server = createServer(getRequestListener(api.fetch))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const staff = await make.person({ isStaff: true })
/** A cent for a delivered minute. */
const prices = {
  valid_from: '2020-01',
  prices: [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }],
}
const enterPrices = () =>
  call('/ui/v1/operator/prices', {
    as: staff,
    body: { prices: { text: JSON.stringify(prices), after_version: null } },
  })
await enterPrices()

const caps = billingServer.schedules.find(({ name }) => name === 'billing: spending caps')!

const setUp = async () => {
  const world = await make.world()
  const { admin, member, organization, environment } = world
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const setCap = (cap: object, as = admin) =>
    call('/ui/v1/billing/cap', { as, organization, method: 'PUT', body: { cap } })
  const cap = async () =>
    (await call('/ui/v1/billing/cap', { as: admin, organization })).body.data.cap
  const create = (path: string, body: object) => call(`/video/v1/${path}`, { token, body })
  const read = async (path: string) => (await call(`/video/v1/${path}`, { token })).body.data
  const all = async () => [
    await create('assets', { inputs: [{ url: 'https://example.com/film.mp4' }] }),
    await create('uploads', { cors_origin: '*', new_asset_settings: {} }),
    await create('live-streams', {}),
  ]
  /** Of delivery, in the first hour of the month, as if it was counted. */
  const spend = async (cents: number) => {
    await insertUsageHour(database, environment, {
      hour: startOfMonth(clock.now()),
      meter: 'delivered',
      tier: '720p',
      quantity: cents * 60,
    })
    await caps.run(app)
  }
  const notices = async () =>
    (await call('/ui/v1/organization', { as: member, organization })).body.data
      .account_notifications
  return { ...world, setCap, cap, all, read, spend, notices }
}

const statuses = async (answers: Promise<{ status: number }[]>) =>
  (await answers).map(({ status }) => status)

describe('setting a cap', () => {
  test('an admin sets, changes and removes it, which is in the trail of changes', async () => {
    const { organization, setCap, cap, spend } = await setUp()
    expect(await cap()).toBeNull()
    await spend(300)
    const { status, body } = await setCap({ cents: 70_000, action: 'notify' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      currency: 'USD',
      nothing_to_cap: null,
      cap: {
        cents: 70_000,
        action: 'notify',
        spent_cents: 300,
        checked_at: expect.any(String),
        is_reached: false,
      },
    })
    expect((await setCap({ cents: 200, action: 'stop_new' })).body.data.cap).toMatchObject({
      action: 'stop_new',
      is_reached: true,
    })
    expect((await setCap({ cents: null })).body.data.cap).toBeNull()
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'spending_cap.set', detail: { from: null, to: { cents: 70_000 } } },
      { action: 'spending_cap.set', detail: { from: { cents: 70_000 }, to: { cents: 200 } } },
      { action: 'spending_cap.removed', detail: { to: null } },
    ])
  })

  test('400 and 403: no amount, an unknown action, no name typed, and a member', async () => {
    const { organization, member, setCap, cap } = await setUp()
    const stop = { cents: 500, action: 'stop_delivery' }
    const amounts =
      'cents must be a whole number from 1 to 100000000000, or null to remove the cap.'
    for (const [wrong, message] of [
      [{}, amounts],
      [{ cents: 0 }, amounts],
      [{ cents: 1.5 }, amounts],
      [{ cents: 100_000_000_001 }, amounts],
      [{ cents: '9' }, amounts],
      [{ cents: 9, action: 'explode' }, 'action must be notify, stop_new or stop_delivery.'],
      [stop, 'Type the name of the organization to stop its delivery.'],
    ] as const) {
      const { status, body } = await setCap(wrong)
      expect([status, body.error.messages], JSON.stringify(wrong)).toEqual([400, [message]])
    }
    expect((await setCap({ ...stop, confirmation: 'another name' })).status).toBe(400)
    expect((await setCap({ cents: 500 }, member)).status).toBe(403)
    expect(await cap()).toBeNull()
    expect((await setCap({ ...stop, confirmation: organization.name })).status).toBe(200)
  })

  test('without prices there is nothing to cap', async () => {
    await deletePrices(database)
    const { setCap } = await setUp()
    const refused = await setCap({ cents: 500 })
    expect(refused.body.error.messages).toEqual([
      'This server has no prices yet, so a cap has no effect.',
    ])
    await enterPrices()
  })
})

describe('at the cap', () => {
  test('notify stops nothing', async () => {
    const { setCap, spend, all } = await setUp()
    await setCap({ cents: 100, action: 'notify' })
    await spend(500)
    expect(await statuses(all())).toEqual([201, 201, 201])
  })

  test('stop_new refuses what is new with 402, until a higher cap', async () => {
    const { setCap, spend, all } = await setUp()
    const other = await setUp()
    await setCap({ cents: 100, action: 'stop_new' })
    await spend(99)
    expect(await statuses(all())).toEqual([201, 201, 201])
    await spend(100)
    for (const refused of await all())
      expect(refused).toMatchObject({
        status: 402,
        body: { error: { type: 'payment_required', name: 'spending_cap' } },
      })
    expect(await statuses(other.all())).toEqual([201, 201, 201])
    await setCap({ cents: 101, action: 'stop_new' })
    expect(await statuses(all())).toEqual([201, 201, 201])
    await setCap({ cents: 100, action: 'stop_new' })
    expect(await statuses(all())).toEqual([402, 402, 402])
  })

  test('an upload that was accepted before becomes an asset', async () => {
    const { setCap, spend, all, read } = await setUp()
    await setCap({ cents: 100, action: 'stop_new' })
    const { id, url } = (await all())[1]!.body.data
    await spend(100)
    await fetch(`${origin}${new URL(url).pathname}`, { method: 'PUT', body: 'a film' })
    expect(await read(`uploads/${id}`)).toMatchObject({ status: 'asset_created' })
  })

  test('the running hour counts, although it is not counted yet', async () => {
    const { environment, setCap, cap, all } = await setUp()
    await setCap({ cents: 100, action: 'stop_new' })
    const asset = await insertPlayableAsset(app, { environment })
    await insertDeliveredNow(database, asset, { now: clock.now(), seconds: 60 * 120 })
    expect((await cap()).is_reached).toBe(false)
    await caps.run(app)
    expect(await cap()).toMatchObject({ spent_cents: 120, is_reached: true })
    expect(await statuses(all())).toEqual([402, 402, 402])
  })

  test('stop_delivery ends new playbacks with words for the viewer; a running one goes on', async () => {
    const { organization, environment, setCap, spend } = await setUp()
    const { playbackId } = await insertPlayableAsset(app, { environment })
    const elsewhere = await insertPlayableAsset(app, { environment: (await setUp()).environment })
    const play = async (path: string) => api.request(`/${path}`)
    const running = await (await play(`${playbackId}.m3u8`)).text()
    const rendition = running
      .split('\n')
      .find((line) => /\.m3u8/.test(line) && !line.startsWith('#'))!
    // It has no such file: a stopped delivery is refused first.
    expect((await play(`${playbackId}/highest.mp4`)).status).toBe(404)
    await setCap({ cents: 100, action: 'stop_delivery', confirmation: organization.name })
    await spend(100)
    await expect.poll(async () => (await play(`${playbackId}.m3u8`)).status).toBe(402)
    const refused = (await (await play(`${playbackId}.m3u8`)).json()) as { error: unknown }
    expect(refused.error).toMatchObject({
      type: 'payment_required',
      name: 'spending_cap',
      message: 'This video is not available right now.',
    })
    expect((await play(`${playbackId}/highest.mp4`)).status).toBe(402)
    expect((await play(rendition)).status).toBe(200)
    expect((await play(`${elsewhere.playbackId}.m3u8`)).status).toBe(200)
  })
})

test('80, 100 and 120 % of the cap are a banner without amounts and a mail each; a new cap is noticed again', async () => {
  const { admin, organization, setCap, spend, notices } = await setUp()
  const subjects = async () =>
    (await mails()).filter(({ to }) => to === admin.email).map(({ subject }) => subject)
  const { name } = organization
  await setCap({ cents: 1000, action: 'stop_new' })
  await spend(799)
  expect(await notices()).toEqual([])
  await spend(800)
  await spend(801)
  expect(await notices()).toMatchObject([
    {
      type: 'volume',
      message: expect.stringMatching(
        /^Your organization has reached 80 % of its spending cap for \w+ \d{4}\.$/,
      ),
    },
  ])
  await spend(1000)
  expect(await notices()).toMatchObject([
    {
      message: expect.stringMatching(
        /^Your organization has reached its spending cap for \w+ \d{4}\. New uploads, assets and live streams are refused until the next month or a higher cap\.$/,
      ),
    },
  ])
  await spend(1200)
  expect(await subjects()).toEqual(
    [120, 100, 80].map((percent) => `${name} has reached ${percent} % of its spending cap`),
  )
  await setCap({ cents: 1500, action: 'stop_new' })
  expect(await notices()).toMatchObject([{ message: expect.stringContaining('80 %') }])
  expect(await subjects()).toHaveLength(4)
  await setCap({ cents: null })
  expect(await notices()).toEqual([])
})

// The last one: sessions end in a month.
test('a new month begins open, before any check of it', async () => {
  const [one, other] = [await setUp(), await setUp()]
  const { playbackId } = await insertPlayableAsset(app, { environment: other.environment })
  const play = async () => (await api.request(`/${playbackId}.m3u8`)).status
  await one.setCap({ cents: 100, action: 'stop_new' })
  const confirmation = other.organization.name
  await other.setCap({ cents: 100, action: 'stop_delivery', confirmation })
  await one.spend(100)
  await other.spend(100)
  expect(await statuses(one.all())).toEqual([402, 402, 402])
  await expect.poll(play).toBe(402)
  const now = clock.now()
  clock.advance((addMonths(startOfMonth(now), 1).getTime() - now.getTime()) / 1000)
  expect(await statuses(one.all())).toEqual([201, 201, 201])
  await expect.poll(play).toBe(200)
})
