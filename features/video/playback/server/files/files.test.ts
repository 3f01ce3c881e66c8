import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import {
  insertPlayableAsset,
  insertStaticFile,
  insertTextTrack,
} from '@playhead/testing/media/playable-asset.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { requestedRange } from '../bytes/respond-with-bytes.ts'
import { playbackServer } from '../index.ts'

const { app, api, database } = await startTestApp([playbackServer])
const make = aFactory(database)
const { environment } = await make.world()

const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
const parts = [Buffer.from('init'), content.subarray(0, 400), content.subarray(400)]
const asset = await insertPlayableAsset(app, {
  environment,
  stored: { '720p': parts, '1080p': parts, 'audio-0': parts },
})
await insertStaticFile(app, asset, { name: 'highest.mp4', content, height: 1080 })
await insertStaticFile(app, asset, { name: 'audio.m4a', content })

const ask = async (rest: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await api.request(`/${asset.playbackId}/${rest}`, { headers, method })
  return {
    status: answer.status,
    bytes: Buffer.from(await answer.arrayBuffer()),
    header: (name: string) => answer.headers.get(name),
  }
}

describe('a file', () => {
  test('comes whole, with its type, length and mark', async () => {
    const file = await ask('highest.mp4')
    expect(file.status).toBe(200)
    expect(file.bytes).toEqual(content)
    expect(file.header('content-type')).toBe('video/mp4')
    expect(file.header('content-length')).toBe('1000')
    expect(file.header('accept-ranges')).toBe('bytes')
    expect(file.header('cache-control')).toBe('public, max-age=3600')
    expect((await ask('audio.m4a')).header('content-type')).toBe('audio/mp4')
  })

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=900-', 900, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=990-2000', 990, 1000],
    ['bytes=999-999', 999, 1000],
  ])('comes in part: %s', async (range, start, end) => {
    const part = await ask('highest.mp4', { range })
    expect(part.status).toBe(206)
    expect(part.bytes).toEqual(content.subarray(start, end))
    expect(part.header('content-range')).toBe(`bytes ${start}-${end - 1}/1000`)
    expect(part.header('content-length')).toBe(String(end - start))
  })

  test('beyond its end is refused with its length', async () => {
    for (const range of ['bytes=1000-', 'bytes=-0']) {
      const answer = await ask('highest.mp4', { range })
      expect(answer.status).toBe(416)
      expect(answer.header('content-range')).toBe('bytes */1000')
    }
  })

  test('comes whole for ranges that are no single one, and when it has changed since', async () => {
    for (const range of ['bytes=0-1,5-6', 'bytes=9-2', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      expect((await ask('highest.mp4', { range })).bytes).toHaveLength(1000)
    const stale = await ask('highest.mp4', { range: 'bytes=0-9', 'if-range': '"other"' })
    expect(stale).toMatchObject({ status: 200 })
    const etag = stale.header('etag') ?? ''
    const fresh = await ask('highest.mp4', { range: 'bytes=0-9', 'if-range': etag })
    expect(fresh).toMatchObject({ status: 206 })
    expect((await ask('highest.mp4', { 'if-none-match': etag })).status).toBe(304)
  })

  test('is described without being sent', async () => {
    const head = await ask('highest.mp4', {}, 'HEAD')
    expect(head).toMatchObject({ status: 200 })
    expect(head.header('content-length')).toBe('1000')
    expect(head.bytes).toHaveLength(0)
  })

  test('is kept under the name asked for, whatever is in it', async () => {
    const named = async (name: string) =>
      (await ask(`highest.mp4?download=${encodeURIComponent(name)}`)).header('content-disposition')
    expect(await named('Holiday')).toBe(
      `attachment; filename="Holiday.mp4"; filename*=UTF-8''Holiday.mp4`,
    )
    expect(await named('Holiday.mp4')).toContain('filename="Holiday.mp4"')
    expect(await named('Fjörd ☀')).toBe(
      `attachment; filename="Fj_rd _.mp4"; filename*=UTF-8''Fj%C3%B6rd%20%E2%98%80.mp4`,
    )
    expect(await named('../a"\r\nset-cookie: x')).toContain('filename=".._a___set-cookie_ x.mp4"')
    expect(await named('')).toContain('filename="highest.mp4"')
    expect((await ask('highest.mp4')).header('content-disposition')).toBeNull()
  })
})

test('ranges are read to the letter', () => {
  expect(requestedRange(null, 10)).toBe('whole')
  expect(requestedRange('bytes=0-0', 10)).toEqual({ start: 0, end: 0 })
  expect(requestedRange('bytes=-20', 10)).toEqual({ start: 0, end: 9 })
  expect(requestedRange('bytes=10-', 10)).toBe('impossible')
})

test('text comes as WebVTT and as a plain transcript', async () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  const track = await insertTextTrack(app, asset, {
    language: 'en',
    name: 'English',
    vtt,
    txt: 'Hello\n',
  })
  const text = await ask(`text/${track}.vtt`)
  expect(text.bytes.toString()).toBe(vtt)
  expect(text.header('content-type')).toBe('text/vtt; charset=utf-8')
  const transcript = await ask(`text/${track}.txt`)
  expect(transcript.bytes.toString()).toBe('Hello\n')
  expect(transcript.header('content-type')).toBe('text/plain; charset=utf-8')
  expect((await ask('text/00000000-0000-4000-8000-00000000dead.vtt')).status).toBe(404)
})

test('segments may be cached for ever, and come in ranges too', async () => {
  const segment = await ask('720p/1.m4s')
  expect(segment.bytes).toEqual(content.subarray(400))
  expect(segment.header('content-type')).toBe('video/mp4')
  expect(segment.header('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await ask('audio-0/0.m4s')).header('content-type')).toBe('audio/mp4')
  const part = await ask('720p/1.m4s', { range: 'bytes=10-19' })
  expect(part).toMatchObject({ status: 206, bytes: content.subarray(410, 420) })
})

test('sound that is not stored yet is kept only for a moment, as it may become another', async () => {
  const early = await insertSourceAsset(app, { environment, file: await makeSampleClip({}) })
  const audio = early.map.audio.map((one) => ({ ...one, isInPlace: true }))
  const map = JSON.stringify({ ...early.map, audio })
  await setColumn(database, 'assets', 'media_map', map, { id: early.id })
  const mark = (status: string) =>
    setColumn(database, 'asset_renditions', 'status', status, { asset_id: early.id })
  const get = async (file: string, headers: Record<string, string> = {}) => {
    const answer = await api.request(`/${early.playbackId}/audio-0/${file}`, { headers })
    await answer.arrayBuffer()
    const { status } = answer
    return { status, keep: answer.headers.get('cache-control'), mark: answer.headers.get('etag')! }
  }
  await mark('preparing')
  const [init, first] = [await get('init.mp4'), await get('0.m4s')]
  for (const part of [init, first])
    expect(part).toMatchObject({ status: 200, keep: 'public, max-age=10' })
  await mark('ready')
  await expect
    .poll(async () => (await get('0.m4s', { 'if-none-match': first.mark })).keep)
    .toContain('immutable')
  expect((await get('0.m4s', { 'if-none-match': first.mark })).status).toBe(200)
})

test('delivery is counted by size and hour, and sound beside a picture only in bytes', async () => {
  const counted = await insertPlayableAsset(app, {
    environment,
    stored: { '720p': parts, '1080p': parts, 'audio-0': parts },
  })
  await insertStaticFile(app, counted, { name: 'highest.mp4', content, height: 1080 })
  const get = (rest: string, init: RequestInit = {}) =>
    Promise.resolve(api.request(`/${counted.playbackId}/${rest}`, init)).then((answer) =>
      answer.arrayBuffer(),
    )
  await get('720p/0.m4s')
  await get('720p/1.m4s')
  await get('1080p/0.m4s')
  await get('audio-0/0.m4s')
  await get('720p/init.mp4')
  await get('720p/0.m4s', { method: 'HEAD' })
  await get('highest.mp4', { headers: { range: 'bytes=0-499' } })
  await app.afterResponse.settle(5)
  await get('720p/0.m4s')
  await app.afterResponse.settle(5)
  const rows = await readRows(database, 'delivered_seconds', { asset_id: counted.id })
  const of = (tier: string) => rows.find((row) => row['tier'] === tier)
  expect(of('720p')).toMatchObject({ seconds: 4 + 4.5 + 4 })
  expect(Number(of('720p')?.['bytes'])).toBe(400 + 600 + 400)
  expect(of('1080p')).toMatchObject({ seconds: 4 + 10 })
  expect(Number(of('1080p')?.['bytes'])).toBe(400 + 400 + 500)
  expect(rows).toHaveLength(2)
})

test('only what a viewer was given is counted: parts as parts, and nothing of what was left lying', async () => {
  const counted = await insertPlayableAsset(app, { environment, stored: { '720p': parts } })
  const long = Buffer.alloc(20_000_000, 'a')
  await insertStaticFile(app, counted, { name: 'high.mp4', content: long, height: 1080 })
  const get = async (rest: string, range: string) =>
    api.request(`/${counted.playbackId}/${rest}`, { headers: { range } })
  for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-'])
    await (await get('720p/0.m4s', range)).arrayBuffer()
  // Like a file player: reads from there to the end and disconnects after a moment.
  for (let index = 0; index < 5; index += 1) {
    const reader = (await get('high.mp4', `bytes=${index * 1000}-`)).body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  await app.afterResponse.settle(5)
  const rows = await readRows(database, 'delivered_seconds', { asset_id: counted.id })
  const of = (tier: string) => Number(rows.find((row) => row['tier'] === tier)?.['seconds'] ?? 0)
  expect(of('720p')).toBeCloseTo(4, 6)
  expect(of('1080p')).toBeLessThan(10)
})
