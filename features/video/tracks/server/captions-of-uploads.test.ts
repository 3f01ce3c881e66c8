import { afterAll, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeCaptionedClip } from '@playhead/testing/media/captioned-clip.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { tracksServer } from './index.ts'

const features = [assetsServer, playbackIdsServer, playbackServer, processingServer, tracksServer]
const { app, api, call, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)
const { environment } = await make.world()
const token = await make.accessToken(environment, ['video:read', 'video:write'])
const files = await startFileServer()
afterAll(() => files.close())

test('captions inside of the picture of a file are offered as a text track', async () => {
  const clip = await makeCaptionedClip([{ second: 2, text: 'HELLO WORLD' }])
  const url = files.give('/captioned.mp4', clip)
  const body = { inputs: [{ url }], playback_policies: ['public'] }
  const { id, playback_ids: ids } = (await call('/video/v1/assets', { token, body })).body.data
  await runJobs(app, features)
  const asset = (await call(`/video/v1/assets/${id}`, { token })).body.data
  expect(asset.status).toBe('ready')
  const texts = asset.tracks.filter(({ type }: Json) => type === 'text')
  expect(texts).toMatchObject([
    { name: 'Captions', text_source: 'embedded', closed_captions: true, status: 'ready' },
  ])
  const address = `/${ids[0].id}`
  expect(await (await api.request(`${address}.m3u8`)).text()).toMatch(
    /TYPE=SUBTITLES,GROUP-ID="text",NAME="Captions"/,
  )
  const vtt = await (await api.request(`${address}/text/${texts[0].id}.vtt`)).text()
  expect(vtt).toMatch(/^WEBVTT\n\n00:00:0[12]\.\d{3} --> 00:00:08\.\d{3}.*\n.*HELLO WORLD/)
})
