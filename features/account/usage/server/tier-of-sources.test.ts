import { expect, test } from 'vitest'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import {
  insertPlayableAsset,
  insertStaticFile,
  plainMediaMap,
} from '@playhead/testing/media/playable-asset.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { countDue } from './counting/count-usage.ts'
import { startOfHour } from './counting/hour-range.ts'
import { usageServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { app, api, call, clock, database } = await startTestApp(
  [deliveryUsageServer, playbackServer, usageServer],
  { clickhouse },
)
const hourMs = 3_600_000

const sizes: [width: number, height: number, tier: string][] = [
  [640, 360, '720p'],
  [853, 481, '720p'],
  [1280, 720, '720p'],
  [720, 1280, '720p'],
  [960, 960, '720p'],
  // 720 lines of a picture of 1920 × 1078, whose sides are even.
  [1282, 720, '720p'],
  [1720, 720, '1080p'],
  [1080, 1080, '1080p'],
  [1080, 1920, '1080p'],
  [1920, 1088, '1080p'],
  [1440, 1440, '1080p'],
  [2560, 1080, '1440p'],
  [1440, 2560, '1440p'],
  [2160, 3840, '2160p'],
  [4096, 1716, '2160p'],
]

const mapOf = (width: number, height: number): MediaMap => {
  const video = plainMediaMap.video!
  const rungs = [{ ...video.rungs[1]!, width, height }]
  return { ...plainMediaMap, video: { ...video, width, height, rungs } }
}
const parts = [10, 20, 30, 40, 50, 60].map((bytes) => Buffer.alloc(bytes, 1))

test('whatever deliveries are counted from, a picture has one tier in every shape', async () => {
  const { environment, organization, admin } = await aFactory(database).world()
  const addViews = aViewFactory(clickhouse, environment)
  clock.advance((hourMs - (clock.now().getTime() % hourMs)) / 1000)
  const hour = startOfHour(clock.now()).getTime()
  const shown: { width: number; height: number; tier: string; id: string }[] = []
  for (const [width, height, tier] of sizes) {
    const media = mapOf(width, height)
    // What viewers report counts as at most the tier of the asset, which must not hide a difference.
    const asset = await insertPlayableAsset(app, {
      environment,
      media,
      stored: { '720p': parts },
      resolutionTier: '2160p',
    })
    await insertStaticFile(app, asset, { name: 'highest.mp4', content: parts[0]!, width, height })
    for (const file of ['720p/1.m4s', 'highest.mp4']) {
      const answer = await api.request(`/${asset.playbackId}/${file}`)
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    shown.push({ width, height, tier, id: asset.id })
  }
  await app.afterResponse.settle(10)

  const path = `/ui/v1/environments/${environment.id}/delivery-source`
  const body = { delivery: { source: 'views' } }
  expect((await call(path, { as: admin, organization, method: 'PUT', body })).status).toBe(200)
  const from = hour + hourMs + 60_000
  const until = from + 10_000
  await addViews(
    ...shown.map(({ id, width, height }) => ({
      view_start: from,
      view_end: until,
      playing_time: 10_000,
      content_playing_time: 10_000,
      asset_id: id,
      video_source_width: width,
      video_source_height: height,
    })),
  )
  clock.advance(2 * 3600)
  await countDue(app)

  for (const table of ['delivered_seconds', 'played_seconds']) {
    const rows = (await readRows(database, table, { environment_id: environment.id })) as Json[]
    const tiersOf = (id: string) => [
      ...new Set(rows.filter((row) => row.asset_id === id).map(({ tier }) => tier)),
    ]
    expect([table, ...shown.map(({ id, width, height }) => [width, height, tiersOf(id)])]).toEqual([
      table,
      ...shown.map(({ width, height, tier }) => [width, height, [tier]]),
    ])
  }
})
