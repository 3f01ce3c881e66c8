import { expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readEvents, setColumn } from '@playhead/testing/rows/rows.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { shotsServer } from './index.ts'

const features = [assetsServer, playbackServer, shotsServer]
const { app, api, call, database } = await startTestApp(features)
const make = aFactory(database)
const { environment } = await make.world()
const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }

const twoShots = await makeClip(
  '-f lavfi -i color=red:size=320x180:rate=25:duration=2 -f lavfi -i testsrc2=size=320x180:rate=25:duration=2 -filter_complex [0][1]concat=n=2:v=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p',
)

const setUp = async (file = twoShots) => {
  const asset = await insertSourceAsset(app, { environment, file })
  const address = `/video/v1/assets/${asset.id}/shots`
  return {
    ...asset,
    create: async () => (await call(address, { ...caller, method: 'POST' })).body.data,
    retrieve: async () => (await call(address, caller)).body.data,
    remove: () => call(address, { ...caller, method: 'DELETE' }),
    fetch: async (path: string) => api.request(`/${asset.playbackId}/${path}`),
    events: async () =>
      (await readEvents(database, { object_id: asset.id })).map(({ type }) => type),
  }
}
const work = () => runJobs(app, features)

test('shots are listed with their times and a picture each', async () => {
  const asset = await setUp()
  expect(await asset.create()).toEqual({ status: 'pending' })
  expect((await asset.fetch('shots.json')).status).toBe(404)
  await work()
  const { status, shots_manifest_url: url } = await asset.retrieve()
  expect(status).toBe('completed')
  const answer = await api.request(new URL(url).pathname)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const list: Json = await answer.json()
  expect(list).toMatchObject({
    duration: 4,
    shots: [
      { start_time: 0, end_time: 2 },
      { start_time: 2, end_time: 4 },
    ],
  })
  for (const { image_url: image } of list.shots) {
    const picture = await api.request(new URL(image).pathname)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    )
  }
  expect((await asset.fetch('shots/2.jpg')).status).toBe(404)
  expect(await asset.events()).toEqual(['video.asset.shots.created', 'video.asset.shots.ready'])
  await asset.remove()
  await work()
  expect((await asset.fetch('shots.json')).status).toBe(404)
  const keys: string[] = []
  for await (const { key } of app.storage.list(`${asset.prefix}/shots`)) keys.push(key)
  expect(keys).toEqual([])
  await asset.create()
  await work()
  expect(await asset.retrieve()).toMatchObject({ status: 'completed' })
})

test('a sound has none, and a damaged file says what is wrong', async () => {
  const sound = await setUp(
    await makeSampleClip({ seconds: 1, video: false, container: 'mp3', audio: 'libmp3lame' }),
  )
  await sound.create()
  await work()
  expect(await sound.retrieve()).toEqual({ status: 'skipped' })
  expect(await sound.events()).toContain('video.asset.shots.skipped')
  const damaged = await setUp()
  await app.storage.write(`${damaged.prefix}/source`, Buffer.from('damaged'))
  await damaged.create()
  await setColumn(database, 'jobs', 'attempts', 3, { kind: 'shots.make', status: 'queued' })
  await work()
  expect(await damaged.retrieve()).toMatchObject({
    status: 'errored',
    errors: { messages: [expect.stringMatching(/\.$/)] },
  })
  expect(await damaged.events()).toContain('video.asset.shots.errored')
})
