import { expect, test } from 'vitest'
import type { ResolutionTier } from '@playhead/domain/video.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { deleteAssetRow, insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countDelivery, deliveryUsageServer } from './index.ts'

const { app, call, database, clock } = await startTestApp([deliveryUsageServer])
const make = aFactory(database)
const address = '/video/v1/delivery-usage'
const hour = 3600

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read'])
  const { environment } = world
  const asset = () => insertPlayableAsset(app, { environment })
  return { environment, caller: { token }, asset }
}

const deliver = async (
  asset: { id: string; environmentId: string },
  tier: ResolutionTier,
  seconds: number,
) => {
  countDelivery(app, {
    environmentId: asset.environmentId,
    assetId: asset.id,
    tier,
    seconds,
    bytes: seconds * 1000,
  })
  await app.afterResponse.settle(5)
}
const now = () => Math.floor(clock.now().getTime() / 1000)

test('usage is listed by asset and size, most first, without assets that were not delivered', async () => {
  const { caller, asset } = await setUp()
  const [small, large, quiet] = [await asset(), await asset(), await asset()]
  await deliver(small, '720p', 10)
  await deliver(large, '1080p', 60)
  await deliver(large, '1080p', 15.5)
  await deliver(large, 'audio-only', 5)
  await deliver(quiet, '720p', 0)
  const { status, body } = await call(`${address}?timeframe[]=24:hours`, caller)
  expect(status).toBe(200)
  expect(body).toMatchObject({ page: 1, limit: 100, total_row_count: 2 })
  expect(body.timeframe[1] - body.timeframe[0]).toBe(24 * hour)
  expect(body.data).toEqual([
    {
      asset_id: large.id,
      created_at: expect.stringMatching(/^\d{10}$/),
      asset_state: 'ready',
      asset_duration: 20,
      asset_resolution_tier: '1080p',
      asset_video_quality: 'plus',
      asset_encoding_tier: 'smart',
      delivered_seconds: 80.5,
      delivered_seconds_by_resolution: { tier_1080p: 75.5, tier_audio_only: 5 },
    },
    expect.objectContaining({ asset_id: small.id, delivered_seconds: 10 }),
  ])
  const second = await call(`${address}?timeframe[]=24:hours&limit=1&page=2`, caller)
  expect(second.body).toMatchObject({ page: 2, data: [{ asset_id: small.id }] })
  expect((await call(`${address}?timeframe[]=24:hours&page=9`, caller)).body.data).toEqual([])
  const one = await call(`${address}?timeframe[]=24:hours&asset_id=${small.id}`, caller)
  expect(one.body).toMatchObject({ total_row_count: 1, data: [{ asset_id: small.id }] })
})

test('without a timeframe it is the hour from 13 to 12 hours ago', async () => {
  const { caller, asset } = await setUp()
  const seen = await asset()
  await deliver(seen, '720p', 10)
  expect((await call(address, caller)).body.data).toEqual([])
  clock.advance(12.5 * hour - (now() % hour) + hour / 2)
  const { body } = await call(address, caller)
  expect(body.timeframe).toEqual([
    Math.floor(now() / hour) * hour - 13 * hour,
    Math.floor(now() / hour) * hour - 12 * hour,
  ])
  expect(body.data).toMatchObject([{ asset_id: seen.id, delivered_seconds: 10 }])
})

test('the usage of an asset outlives it', async () => {
  const { caller, asset } = await setUp()
  const gone = await asset()
  await deliver(gone, '720p', 10)
  await deleteAssetRow(app, gone)
  const { body } = await call(`${address}?timeframe[]=24:hours`, caller)
  expect(body.data).toMatchObject([
    { asset_id: gone.id, asset_state: 'deleted', deleted_at: expect.stringMatching(/^\d{10}$/) },
  ])
})

test('asking for an asset and a live stream is refused, and usage of others is not visible', async () => {
  const { caller, asset } = await setUp()
  const stranger = await setUp()
  const seen = await asset()
  await deliver(seen, '720p', 10)
  const both = await call(`${address}?asset_id=a&live_stream_id=b`, caller)
  expect(both.status).toBe(400)
  expect(both.body.error.messages).toEqual(['Choose an asset or a live stream, not both.'])
  const foreign = await call(`${address}?timeframe[]=24:hours&asset_id=${seen.id}`, stranger.caller)
  expect(foreign.body.data).toEqual([])
  expect((await call(`/ui/v1/assets/${seen.id}/usage`, stranger.caller)).status).toBe(404)
})

test('the minutes of an asset are those stored, encoded and delivered', async () => {
  const { caller, asset } = await setUp()
  const seen = await asset()
  await deliver(seen, '720p', 90)
  expect((await call(`/ui/v1/assets/${seen.id}/usage`, caller)).body).toEqual({
    data: {
      stored_minutes: 0.333,
      stored_bytes: 0,
      encoded_minutes: 0,
      delivered_minutes: 1.5,
      delivered_bytes: 90_000,
    },
  })
})

test('counts that could not be written are written with the next ones', async () => {
  const { caller, asset } = await setUp()
  const seen = await asset()
  const broken = {
    ...app,
    postgres: {
      ...database,
      run: () => Promise.reject(new Error('The database is away.')),
    },
  }
  countDelivery(broken, {
    environmentId: seen.environmentId,
    assetId: seen.id,
    tier: '720p',
    seconds: 4,
    bytes: 4,
  })
  await app.afterResponse.settle(5)
  await deliver(seen, '720p', 6)
  const { body } = await call(`${address}?timeframe[]=24:hours`, caller)
  expect(body.data).toMatchObject([{ asset_id: seen.id, delivered_seconds: 10 }])
})
