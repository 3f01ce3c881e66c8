import { afterAll, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { startWorker } from '@playhead/server-kit/jobs/worker.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { readJobs, readRows } from '@playhead/testing/rows/rows.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { tracksServer } from './index.ts'

const features = [assetsServer, playbackServer, processingServer, tracksServer]
const files = await startFileServer()
afterAll(() => files.close())
const { app, api, call, database } = await startTestApp([...features, playbackIdsServer], {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)
const { environment } = await make.world()
const token = await make.accessToken(environment, ['video:read', 'video:write'])

test('a further sound that is deleted while it is made is neither offered nor kept', async () => {
  const tone = (frequency: number) =>
    `-f lavfi -i sine=frequency=${frequency}:sample_rate=48000:duration=45`
  const film = `-f lavfi -i testsrc2=size=160x90:rate=25:duration=45 ${tone(300)} ${tone(500)} -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a ac3`
  const url = files.give('/two-sounds.mp4', await makeClip(film))
  const created = await call('/video/v1/assets', {
    token,
    body: { inputs: [{ url }], playback_policies: ['public'], video_quality: 'basic' },
  })
  const address = `/video/v1/assets/${created.body.data.id}`
  const retrieve = async (): Promise<Json> => (await call(address, { token })).body.data
  await runJobs(app, features, { until: async () => (await retrieve()).status === 'ready' })
  const { id, tracks, playback_ids } = await retrieve()
  const playlist = async () =>
    (await api.request(`/${playback_ids[0].id}.m3u8`))
      .text()
      .then((text) => text.match(/audio-\d/g))
  expect(new Set(await playlist())).toEqual(new Set(['audio-0', 'audio-1']))

  const job = async () => (await readJobs(database, { kind: 'asset.sound' }))[0]!
  const worker = await startWorker(
    app,
    features.flatMap(({ jobs }) => jobs),
    { tickMs: 200 },
  )
  try {
    const poll = { timeout: 60_000, interval: 5 }
    await expect.poll(async () => (await job()).status, poll).toBe('running')
    const further = tracks.find((one: Json) => one.type === 'audio' && !one.primary)
    expect(
      (await call(`${address}/tracks/${further.id}`, { token, method: 'DELETE' })).status,
    ).toBe(204)
    await expect.poll(async () => (await job()).status, poll).toBe('done')
  } finally {
    await worker.stop()
  }
  await runJobs(app, features)
  expect(new Set(await playlist())).toEqual(new Set(['audio-0']))
  const keys: string[] = []
  for await (const { key } of app.storage.list(`${environment.id}/${id}/`)) keys.push(key)
  expect(keys.filter((key) => key.includes('/audio-'))).toEqual([
    `${environment.id}/${id}/audio-0.mp4`,
  ])
  const stored = await readRows(database, 'asset_renditions', { asset_id: id })
  expect(stored.map(({ name }) => name)).toEqual(['audio-0'])
})
