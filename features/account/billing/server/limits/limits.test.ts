import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, test } from 'vitest'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import {
  addMonths,
  monthText,
  startOfMonth,
  usageServer,
} from '@playhead/features/account/usage/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { billingServer } from '../index.ts'
import { checkLimits } from './check-limits.ts'
import { insertUsageHour } from '../testing-hours.sql.ts'

const { api, app, call, clock, database, mails } = await startTestApp([
  assetsServer,
  billingServer,
  environmentsServer,
  liveStreamsServer,
  organizationsServer,
  playbackIdsServer,
  processingServer,
  uploadsServer,
  usageServer,
])
const make = aFactory(database)

/** Uploads need real connections. */
const server = createServer(getRequestListener(api.fetch))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const setUp = async (plan = 'Free') => {
  const world = await make.world()
  await setColumn(database, 'organizations', 'plan', plan, { id: world.organization.id })
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  const { admin, member, organization, environment } = world
  const create = (path: string, body: object) => call(`/video/v1/${path}`, { token, body })
  const read = (path: string) => call(`/video/v1/${path}`, { token })
  const asset = () => create('assets', { inputs: [{ url: 'https://example.com/film.mp4' }] })
  const limits = async () =>
    (await call('/ui/v1/organization/billing', { as: member, organization })).body.data
  const notices = async () =>
    (await call('/ui/v1/organization', { as: member, organization })).body.data
      .account_notifications
  const remove = (id: string) => call(`/video/v1/assets/${id}`, { token, method: 'DELETE' })
  return { admin, organization, environment, create, read, asset, remove, limits, notices }
}

type World = Awaited<ReturnType<typeof setUp>>

const refusal = {
  status: 403,
  body: { error: { type: 'upgrade_required', name: 'assets' } },
}

describe('videos', () => {
  const makeAssets = async ({ environment }: World, count: number) => {
    for (let index = 0; index < count; index += 1) await insertPlayableAsset(app, { environment })
  }

  test('BILL-025 Free includes ten videos: the eleventh asset and a further upload are refused', async () => {
    const world = await setUp()
    await makeAssets(world, 9)
    const tenth = await world.asset()
    expect(tenth.status).toBe(201)
    expect(await world.asset()).toMatchObject(refusal)
    const upload = { cors_origin: '*', new_asset_settings: {} }
    expect(await world.create('uploads', upload)).toMatchObject(refusal)
    expect((await world.create('live-streams', {})).status).toBe(201)
    expect((await world.limits()).limits).toContainEqual({
      subject: 'videos',
      included: 10,
      used: 10,
    })
    expect((await world.remove(tenth.body.data.id)).status).toBe(204)
    expect((await world.asset()).status).toBe(201)
  })

  test('an upload that was accepted before fails when the last place is taken', async () => {
    const world = await setUp()
    await makeAssets(world, 9)
    const { body } = await world.create('uploads', { cors_origin: '*', new_asset_settings: {} })
    expect((await world.asset()).status).toBe(201)
    const { pathname } = new URL(body.data.url)
    await fetch(`${origin}${pathname}`, { method: 'PUT', body: 'a film' })
    expect((await world.read(`uploads/${body.data.id}`)).body.data).toMatchObject({
      status: 'errored',
      error: {
        type: 'upgrade_required',
        message: 'Your plan includes 10 videos. Delete one, or upgrade your plan.',
      },
    })
  })

  test('of two assets at once only one takes the last place', async () => {
    const world = await setUp()
    await makeAssets(world, 9)
    const both = await Promise.all([world.asset(), world.asset()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403])
  })

  test('recordings of live streams, and videos that failed, take no place', async () => {
    const world = await setUp()
    await makeAssets(world, 9)
    const { environment } = world
    await insertPlayableAsset(app, { environment, status: 'errored' })
    const recording = await insertPlayableAsset(app, { environment })
    const stream = await world.create('live-streams', {})
    await setColumn(database, 'assets', 'live_stream_id', stream.body.data.id, { id: recording.id })
    expect((await world.asset()).status).toBe(201)
  })

  test('a plan without limits has none', async () => {
    const world = await setUp('Custom')
    await makeAssets(world, 12)
    expect((await world.asset()).status).toBe(201)
    expect((await world.limits()).limits).toEqual([])
  })
})

describe('views and delivery minutes', () => {
  const watch = billingServer.schedules.find(({ name }) => name === 'billing: limits of plans')!
  const month = () => startOfMonth(clock.now())
  const use = async ({ environment }: World, meter: string, quantity: number) => {
    await insertUsageHour(database, environment, { hour: month(), meter, quantity })
    await watch.run(app)
  }
  const mailsTo = async ({ admin }: World) =>
    (await mails()).filter(({ to }) => to === admin.email).map(({ subject }) => subject)

  test('80, 100 and 120 % are a banner and one mail each', async () => {
    const world = await setUp()
    const { name } = world.organization
    await use(world, 'views_other', 79_999)
    expect(await world.notices()).toEqual([])
    await use(world, 'views_other', 80_000)
    expect(await world.notices()).toMatchObject([
      { message: expect.stringContaining('used 80 % of the 100,000 views') },
    ])
    await use(world, 'views_other', 85_000)
    expect(await world.notices()).toEqual([
      {
        type: 'volume',
        id: `${monthText(month())} views 80`,
        message: expect.stringMatching(
          /^You’ve used more than 80 % of the 100,000 views that your plan includes in \w+ \d{4}\. All views are still collected and shown\.$/,
        ),
      },
    ])
    await use(world, 'views_other', 100_000)
    // The banner has its own text.
    expect(await world.notices()).toEqual([
      { type: 'view_limit_reached', id: `${monthText(month())} views 100` },
    ])
    await use(world, 'views_other', 130_000)
    expect(await world.notices()).toMatchObject([
      { type: 'view_limit_reached', message: expect.stringContaining('more than 120 %') },
    ])
    expect(await mailsTo(world)).toEqual([
      `${name} has used more than 120 % of its views`,
      `${name} has used 100 % of its views`,
      `${name} has used 80 % of its views`,
    ])
    expect((await world.limits()).limits).toContainEqual({
      subject: 'views',
      included: 100_000,
      used: 130_000,
    })
  })

  test('a jump over several shares is one mail, and both kinds have their banner', async () => {
    const world = await setUp()
    await use(world, 'views_hosted', 900_000)
    expect(await world.notices()).toEqual([])
    await use(world, 'delivered', 60 * 110_000)
    await use(world, 'views_other', 90_000)
    expect(await world.notices()).toMatchObject([
      {
        type: 'volume',
        message: expect.stringContaining('more than 100 % of the 100,000 delivery minutes'),
      },
      { type: 'volume', message: expect.stringContaining('more than 80 % of the 100,000 views') },
    ])
    expect(await mailsTo(world)).toHaveLength(2)
  })

  test('over 120 % for seven days no environment is added, and the operator is warned', async () => {
    const world = await setUp()
    const where = { id: world.organization.id }
    const create = (name: string) =>
      call('/ui/v1/environments', {
        as: world.admin,
        organization: world.organization,
        body: { environment: { name, type: 'staging' } },
      })
    // Room for more, so that only the rule refuses.
    const room = JSON.stringify({ environmentLimit: 9 })
    await setColumn(database, 'organizations', 'feature_overrides', room, where)
    await use(world, 'views_other', 130_000)
    expect((await create('Second')).status).toBe(201)
    const since = new Date(clock.now().getTime() - 7 * 86_400_000)
    await setColumn(database, 'limit_notices', 'noticed_at', since, {
      organization_id: world.organization.id,
    })
    const refused = await create('Third')
    expect([refused.status, refused.body.error.type]).toEqual([403, 'upgrade_required'])
    expect(refused.body.error.messages).toEqual([
      'Your organization has used more than 120 % of what its plan includes for 7 days. Change the plan to create more environments.',
    ])
    expect(await checkLimits(app)).toMatchObject({
      level: 'warning',
      sentence: expect.stringContaining('1 organization has used more than 120 %'),
    })
    await setColumn(database, 'organizations', 'plan', 'Pro', where)
    expect((await create('Third')).status).toBe(201)
    expect(await checkLimits(app)).toMatchObject({ level: 'well' })
  })

  test('a notice goes when the plan has room again; a plan without limits never has one', async () => {
    const world = await setUp()
    await use(world, 'views_other', 500_000)
    expect(await world.notices()).toHaveLength(1)
    await setColumn(database, 'organizations', 'plan', 'Custom', { id: world.organization.id })
    await watch.run(app)
    expect(await world.notices()).toEqual([])
  })

  test('SHELL-059 the operator sets another limit of views', async () => {
    const world = await setUp('Custom')
    const overrides = JSON.stringify({ dataViewLimit: 10 })
    await setColumn(database, 'organizations', 'feature_overrides', overrides, {
      id: world.organization.id,
    })
    await use(world, 'views_other', 8)
    expect(await world.notices()).toMatchObject([{ message: expect.stringContaining('10 views') }])
    expect((await world.limits()).limits).toEqual([{ subject: 'views', included: 10, used: 8 }])
  })

  test('what cannot be mailed is mailed by the next run', async () => {
    const world = await setUp()
    const broken = { ...app.mailer, send: () => Promise.reject(new Error('No mail today.')) }
    await insertUsageHour(database, world.environment, {
      hour: month(),
      meter: 'views_other',
      quantity: 80_000,
    })
    await expect(watch.run({ ...app, mailer: broken })).rejects.toThrow('No mail today.')
    await watch.run(app)
    expect(await mailsTo(world)).toHaveLength(1)
  })

  // The last one: sessions end in a month.
  test('a new month begins without a banner, and its mails are sent again', async () => {
    const world = await setUp()
    const banners = async () => {
      const [row] = await readRows(database, 'organizations', { id: world.organization.id })
      return row!['usage_notices']
    }
    await use(world, 'views_other', 80_000)
    expect(await banners()).toHaveLength(1)
    clock.advance((addMonths(month(), 1).getTime() - clock.now().getTime()) / 1000)
    await watch.run(app)
    expect(await banners()).toEqual([])
    await use(world, 'views_other', 80_000)
    expect(await banners()).toHaveLength(1)
    expect(await mailsTo(world)).toHaveLength(2)
  })
})
