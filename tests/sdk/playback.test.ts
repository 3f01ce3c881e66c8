import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import Mux, { BadRequestError, NotFoundError, PermissionDeniedError } from '@mux/mux-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { insertStaticFile, insertTextTrack } from '@playhead/testing/media/playable-asset.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'

/** The published client, unmodified, with real videos. */
const { app, api, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)
const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const files = await startFileServer()
const folder = await mkdtemp(path.join(tmpdir(), 'playhead-played-'))
afterAll(async () => {
  server.close()
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

const { environment } = await make.world()
const token = await make.accessToken(environment, [...scopes])
const mux = new Mux({ tokenId: token.id, tokenSecret: token.secret, baseURL, maxRetries: 0 })
const { playback } = mux.video

const ready = { id: '', publicId: '', signedId: '' }
const key = { keyId: '', keySecret: '' }

beforeAll(async () => {
  const clip = await makeClip(
    '-f lavfi -i testsrc2=s=640x360:r=25:d=10 -f lavfi -i sine=f=440:d=10 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac',
  )
  const { id } = await mux.video.assets.create({
    inputs: [{ url: files.give('/clip.mp4', clip) }],
    playback_policies: ['public', 'signed'],
    meta: { title: 'Played' },
  })
  await runJobs(app, features, {
    until: async () => (await mux.video.assets.retrieve(id)).status !== 'preparing',
  })
  const asset = await mux.video.assets.retrieve(id)
  if (asset.status !== 'ready') throw new Error(JSON.stringify(asset.errors))
  const of = (policy: string) => asset.playback_ids?.find((one) => one.policy === policy)?.id ?? ''
  Object.assign(ready, { id, publicId: of('public'), signedId: of('signed') })
  const made = await mux.system.signingKeys.create()
  Object.assign(key, { keyId: made.id, keySecret: made.private_key })
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

const addressesOf = (playlist: string) =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

const get = async (address: string) => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${answer.status} ${address}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Follows a playlist as a player does: the variants, then the concatenated parts of one. */
const download = async (multivariant: string, pick: (addresses: string[]) => string) => {
  const address = new URL(pick(addressesOf(multivariant)), `${baseURL}/`).href
  const playlist = (await get(address)).toString()
  const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? ''
  const parts = [map, ...addressesOf(playlist)].map((part) => new URL(part, address).href)
  const bytes: Buffer[] = []
  for (const part of parts) bytes.push(await get(part))
  return { bytes: Buffer.concat(bytes), count: parts.length - 1 }
}

const framesOf = async (bytes: Buffer, name: string) => {
  const file = path.join(folder, name)
  await writeFile(file, bytes)
  const { stdout } = await promisify(execFile)('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-count_frames',
    '-show_entries',
    'stream=nb_read_frames,width,height',
    '-of',
    'json',
    file,
  ])
  const [stream] = (JSON.parse(stdout) as { streams: Record<string, unknown>[] }).streams
  return stream
}

const sign = (more: object = {}) =>
  mux.jwt.signPlaybackId(ready.signedId, { ...key, expiration: '1h', ...more })

describe('a public id', () => {
  test('plays frame by frame, the copy of the source and a quality made on demand alike', async () => {
    const playlist = await (await playback.hls(ready.publicId)).text()
    const copied = await download(playlist, (all) => all.find((one) => /source/.test(one)) ?? '')
    expect(copied.count).toBeGreaterThan(1)
    expect(await framesOf(copied.bytes, 'source.mp4')).toMatchObject({
      width: 640,
      height: 360,
      nb_read_frames: '250',
    })
    const made = await download(playlist, (all) => all.find((one) => /270p/.test(one)) ?? '')
    expect(await framesOf(made.bytes, '270p.mp4')).toMatchObject({
      height: 270,
      nb_read_frames: '250',
    })
  })

  test('of a clip has only its segments', async () => {
    const playlist = await (
      await playback.hls(ready.publicId, { asset_start_time: 4, asset_end_time: 8 })
    ).text()
    const whole = await (await playback.hls(ready.publicId)).text()
    const first = (all: string[]) => all[0] ?? ''
    const [clip, all] = [await download(playlist, first), await download(whole, first)]
    expect(clip.count).toBeLessThan(all.count)
  })

  test('refuses what it does not know in the shape that the client reads', async () => {
    const unknown = await refusal(playback.hls('a'.repeat(40)))
    expect(unknown).toBeInstanceOf(NotFoundError)
    expect((unknown as NotFoundError).error).toMatchObject({
      error: { type: 'not_found', messages: ['There is no such video.'] },
    })
    const wrong = await refusal(playback.hls(ready.publicId, { asset_start_time: 99 }))
    expect(wrong).toBeInstanceOf(BadRequestError)
  })
})

describe('a signed id', () => {
  test('plays with a token of the client and not without', async () => {
    expect(await refusal(playback.hls(ready.signedId))).toBeInstanceOf(PermissionDeniedError)
    const signed = await sign()
    const playlist = await (await playback.hls(ready.signedId, { token: signed })).text()
    const played = await download(playlist, (all) => all.at(-1) ?? '')
    expect(await framesOf(played.bytes, 'signed.mp4')).toMatchObject({ nb_read_frames: '250' })
  })

  test('takes its options from what was signed', async () => {
    const signed = await sign({ params: { max_resolution: '270p' } })
    const playlist = await (await playback.hls(ready.signedId, { token: signed })).text()
    expect(playlist).toContain('480x270')
    expect(playlist).not.toContain('640x360')
  })

  test('opens each kind of address by a token of that kind', async () => {
    const tokens = await mux.jwt.signPlaybackId(ready.signedId, {
      ...key,
      type: ['video', 'thumbnail', 'storyboard', 'gif'],
    })
    expect(Object.keys(tokens).toSorted()).toEqual([
      'gif-token',
      'playback-token',
      'storyboard-token',
      'thumbnail-token',
    ])
    const { 'playback-token': own, ...others } = tokens as Record<string, string>
    expect(await refusal(playback.hls(ready.signedId, { token: own ?? '' }))).toBeUndefined()
    for (const other of Object.values(others))
      expect(await refusal(playback.hls(ready.signedId, { token: other }))).toBeInstanceOf(
        PermissionDeniedError,
      )
  })

  test('is kept to the sites of a restriction that the token names', async () => {
    const restriction = await mux.video.playbackRestrictions.create({
      referrer: { allowed_domains: ['*.example.com'] },
      user_agent: { allow_high_risk_user_agent: true, allow_no_user_agent: true },
    })
    const signed = await sign({ params: { playback_restriction_id: restriction.id } })
    const from = (referer: string) =>
      refusal(playback.hls(ready.signedId, { token: signed }, { headers: { referer } }))
    expect(await from('https://www.example.com/page')).toBeUndefined()
    expect(await from('https://elsewhere.test/')).toBeInstanceOf(PermissionDeniedError)
    await mux.video.playbackRestrictions.updateReferrer(restriction.id, {
      allowed_domains: ['elsewhere.test'],
    })
    expect(await from('https://elsewhere.test/')).toBeUndefined()
  })

  test('opens nothing once its key is deleted', async () => {
    const other = await mux.system.signingKeys.create()
    const signed = await mux.jwt.signPlaybackId(ready.signedId, {
      keyId: other.id,
      keySecret: other.private_key ?? '',
    })
    expect(await refusal(playback.hls(ready.signedId, { token: signed }))).toBeUndefined()
    await mux.system.signingKeys.delete(other.id)
    expect(await refusal(playback.hls(ready.signedId, { token: signed }))).toBeInstanceOf(
      PermissionDeniedError,
    )
  })
})

test('signing keys are made, found, listed to the last and deleted', async () => {
  const made = await mux.system.signingKeys.create()
  expect(Buffer.from(made.private_key ?? '', 'base64').toString()).toMatch(
    /^-----BEGIN RSA PRIVATE/,
  )
  expect(await mux.system.signingKeys.retrieve(made.id)).toEqual({
    id: made.id,
    created_at: made.created_at,
  })
  const listed: string[] = []
  for await (const one of mux.system.signingKeys.list({ limit: 1 })) listed.push(one.id)
  expect(listed).toEqual([made.id, key.keyId])
  await mux.system.signingKeys.delete(made.id)
  expect(await refusal(mux.system.signingKeys.retrieve(made.id))).toBeInstanceOf(NotFoundError)
})

test('files, texts and transcripts come by their own calls', async () => {
  const asset = { id: ready.id, playbackId: ready.publicId, environmentId: environment.id }
  const content = Buffer.from('the whole file')
  await insertStaticFile(app, asset, { name: 'capped-1080p.mp4', content, height: 360 })
  const file = await playback.staticRendition(ready.publicId, 'capped-1080p.mp4')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  const track = await insertTextTrack(app, asset, {
    language: 'en',
    name: 'English',
    vtt,
    txt: 'Hello\n',
  })
  expect(await playback.track(ready.publicId, track)).toBe(vtt)
  expect(await playback.transcript(ready.publicId, track)).toBe('Hello\n')
})

test('the played time is in the usage', async () => {
  await app.afterResponse.settle(5)
  const [report] = (await mux.video.deliveryUsage.list({ timeframe: ['24:hours'] })).data
  expect(report).toMatchObject({ asset_id: ready.id, asset_state: 'ready' })
  expect(report?.delivered_seconds).toBeGreaterThan(30)
})
