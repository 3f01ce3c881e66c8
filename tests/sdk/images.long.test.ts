import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import Mux, { BadRequestError } from '@mux/mux-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '@playhead/testing/how-many.ts'
import { scopes } from '@playhead/domain/scopes.ts'
import { readPicture } from '@playhead/media/images/testing-pictures.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'

/** The published client, unmodified, requests everything made from a video except its stream. */
const { app, api, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)
const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const files = await startFileServer()
const folder = await mkdtemp(join(tmpdir(), 'playhead-images-'))
afterAll(async () => {
  server.close()
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

const { environment } = await make.world()
const token = await make.accessToken(environment, [...scopes])
const mux = new Mux({ tokenId: token.id, tokenSecret: token.secret, baseURL, maxRetries: 0 })
const { playback } = mux.video
let [assetId, publicId, signedId] = ['', '', '']
const key = { keyId: '', keySecret: '' }

const picture = async (answer: Response, ending: string) =>
  readPicture(folder, Buffer.from(await answer.arrayBuffer()), ending)

beforeAll(async () => {
  const subtitles = join(folder, 'en.srt')
  await writeFile(subtitles, '1\n00:00:01,000 --> 00:00:02,000\nHello\n')
  const within = await makeClip(
    `-i ${await makeSampleClip({ seconds: 6, width: 640, height: 360 })} -i ${subtitles} -map 0 -map 1 -c copy -c:s mov_text -metadata:s:s:0 language=deu`,
  )
  const { id } = await mux.video.assets.create({
    inputs: [
      { url: files.give('/clip.mp4', within) },
      {
        url: files.give('/en.srt', subtitles),
        type: 'text',
        text_type: 'subtitles',
        language_code: 'en',
        name: 'English',
      },
    ],
    playback_policies: ['public', 'signed'],
    static_renditions: [
      { resolution: 'highest' },
      { resolution: 'audio-only' },
      { resolution: '1440p' },
    ],
    generate_shots: true,
    master_access: 'temporary',
  })
  await runJobs(app, features)
  const asset = await mux.video.assets.retrieve(id)
  const of = (policy: string) => asset.playback_ids?.find((one) => one.policy === policy)?.id ?? ''
  ;[assetId, publicId, signedId] = [id, of('public'), of('signed')]
  const made = await mux.system.signingKeys.create()
  Object.assign(key, { keyId: made.id, keySecret: made.private_key })
})

test('files ordered with the asset are made once it is ready', async () => {
  const asset = await mux.video.assets.retrieve(assetId)
  expect(asset).toMatchObject({
    status: 'ready',
    static_renditions: {
      status: 'ready',
      files: [
        { name: 'highest.mp4', status: 'ready', width: 640, height: 360 },
        { name: 'audio.m4a', status: 'ready' },
        { name: '1440p.mp4', status: 'skipped' },
      ],
    },
    master: { status: 'ready', url: expect.stringContaining('/master/') },
    shots: { status: 'completed', shots_manifest_url: expect.stringContaining('/shots.json') },
  })
  const texts = asset.tracks?.filter(({ type }) => type === 'text')
  expect(texts).toMatchObject([
    { name: 'English', language_code: 'en', status: 'ready', text_source: 'uploaded' },
    { language_code: expect.stringMatching(/^de/), status: 'ready', text_source: 'embedded' },
  ])
  for (const { id = '' } of texts ?? [])
    expect(await playback.track(publicId, id)).toContain('Hello')
  const file = await playback.staticRendition(publicId, 'audio.m4a')
  expect(file.headers.get('content-type')).toBe('audio/mp4')
})

describe('pictures', () => {
  test('come as stills, animations and storyboards in each format', async () => {
    for (const ending of someOf('sdk-formats', ['jpg', 'png', 'webp'] as const, 1)) {
      const still = await playback.thumbnail(publicId, ending, {
        width: 100,
        time: 2,
        fit_mode: 'smartcrop',
        height: 100,
      })
      expect(await picture(still, ending)).toMatchObject({ width: 100, height: 100 })
      const sheet = await playback.storyboard(publicId, ending)
      expect(await picture(sheet, ending)).toMatchObject({ width: 1280, height: 1440 })
    }
    const gif = await playback.animated(publicId, 'gif', { start: 1, end: 2, fps: 10, width: 160 })
    expect(await picture(gif, 'gif')).toMatchObject({ width: 160, height: 90, frames: 10 })
    const webp = await playback.animated(publicId, 'webp')
    expect(webp.headers.get('content-type')).toBe('image/webp')
  })

  test('are described by texts and data', async () => {
    expect(await playback.storyboardVtt(publicId)).toContain('storyboard.jpg#xywh=')
    const data = await playback.storyboardMeta(publicId, { format: 'webp' })
    expect(data).toMatchObject({ tile_width: 256, tile_height: 144, duration: 6 })
  })

  test('with invalid settings are refused as bad requests', async () => {
    await expect(playback.thumbnail(publicId, 'jpg', { width: 0 })).rejects.toThrow(BadRequestError)
    await expect(playback.animated(publicId, 'gif', { end: 60 })).rejects.toThrow(BadRequestError)
  })

  test('of a signed video open with the tokens that the client signs', async () => {
    const sign = (type: 'thumbnail' | 'gif' | 'storyboard', params: Record<string, string> = {}) =>
      mux.jwt.signPlaybackId(signedId, { ...key, type, expiration: '10m', params })
    const still = await playback.thumbnail(signedId, 'png', {
      token: await sign('thumbnail', { width: '64', time: '1' }),
    })
    expect(await picture(still, 'png')).toMatchObject({ width: 64, height: 36 })
    const gif = await playback.animated(signedId, 'gif', { token: await sign('gif', { end: '1' }) })
    expect((await picture(gif, 'gif')).frames).toBe(15)
    const vtt = await playback.storyboardVtt(signedId, { token: await sign('storyboard') })
    expect(vtt).toContain('storyboard.jpg?token=')
    await expect(playback.thumbnail(signedId, 'png')).rejects.toThrow('403')
  })
})
