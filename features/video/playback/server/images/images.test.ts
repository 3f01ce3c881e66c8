import { createPrivateKey, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { signingKeysServer } from '@playhead/features/system/signing-keys/server'
import { readPicture } from '@playhead/media/images/testing-pictures.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { deleteAssetRow } from '@playhead/testing/media/playable-asset.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { playbackServer } from '../index.ts'
import { enqueueImages } from './make-images-ahead.ts'

const { app, api, call, database } = await startTestApp([playbackServer, signingKeysServer])
const make = aFactory(database)
const { environment } = await make.world()
const folder = await mkdtemp(join(tmpdir(), 'images-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** One second of red, then one of blue. */
const file = await makeClip(
  "-f lavfi -i color=red:size=320x180:rate=25:duration=6 -f lavfi -i sine=duration=6 -vf drawbox=t=fill:color=blue:enable='gte(t,2.999)' -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac",
)
const asset = await insertSourceAsset(app, { environment, file })

const ask = async (path: string, init: RequestInit = {}, id = asset.playbackId) => {
  const answer = await api.request(`/${id}/${path}`, init)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, text: bytes.toString('utf8'), headers: answer.headers }
}
const picture = async (path: string, id = asset.playbackId) => {
  const { status, bytes } = await ask(path, {}, id)
  expect(status).toBe(200)
  return readPicture(folder, bytes, /\.(\w+)(\?|$)/.exec(path)?.[1] ?? '')
}

describe('a thumbnail', () => {
  test('is the middle of the video, in each format, for any site', async () => {
    for (const [ending, type] of [
      ['jpg', 'image/jpeg'],
      ['png', 'image/png'],
      ['webp', 'image/webp'],
    ]) {
      const { status, headers } = await ask(`thumbnail.${ending}`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    }
    const shown = await picture('thumbnail.png')
    expect(shown).toMatchObject({ width: 320, height: 180 })
    expect(shown.at(0.5, 0.5)).toBe('blue')
  })

  test('is of the moment and size that are asked for', async () => {
    const shown = await picture('thumbnail.png?time=1&width=100&height=100&fit_mode=crop')
    expect(shown).toMatchObject({ width: 100, height: 100 })
    expect(shown.at(0.5, 0.5)).toBe('red')
    expect(await picture('thumbnail.jpg?rotate=90&height=64&flip_h=true')).toMatchObject({
      width: 36,
      height: 64,
    })
  })

  if (isLongRun())
    test('follows the moment that was chosen for the asset', async () => {
      const one = await insertSourceAsset(app, { environment, file })
      expect((await picture('thumbnail.png', one.playbackId)).at(0.5, 0.5)).toBe('blue')
      await setColumn(database, 'assets', 'thumbnail_time', 0.5, { id: one.id })
      expect((await picture('thumbnail.png', one.playbackId)).at(0.5, 0.5)).toBe('red')
    })

  test('that stands for the asset is stored with it and not made again', async () => {
    await ask('thumbnail.webp')
    const keys: string[] = []
    for await (const { key } of app.storage.list(`${asset.prefix}/images`)) keys.push(key)
    expect(keys).toContain(`${asset.prefix}/images/thumbnail-3000.webp`)
    const one = await insertSourceAsset(app, { environment, file })
    await app.storage.write(`${one.prefix}/images/thumbnail-3000.jpg`, Buffer.from('stored'))
    expect((await ask('thumbnail.jpg', {}, one.playbackId)).text).toBe('stored')
  })

  test('is told unchanged, described without being sent, and gone with its asset', async () => {
    const etag = (await ask('thumbnail.jpg?time=1')).headers.get('etag') ?? ''
    expect((await ask('thumbnail.jpg?time=1', { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    )
    const head = await ask('thumbnail.jpg?time=1', { method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect((await ask('thumbnail.jpg', { method: 'OPTIONS' })).status).toBe(204)
    const one = await insertSourceAsset(app, { environment, file })
    expect((await ask('thumbnail.jpg', {}, one.playbackId)).status).toBe(200)
    await deleteAssetRow(app, one)
    expect((await ask('thumbnail.jpg', {}, one.playbackId)).status).toBe(404)
  })

  test.each([
    ['thumbnail.jpg?time=-1', 'time must not be below zero.'],
    ['thumbnail.jpg?time=soon', 'time must be a number of seconds.'],
    ['thumbnail.jpg?width=0', 'width must be a whole number from 1 to 4096.'],
    ['thumbnail.jpg?height=4097', 'height must be a whole number from 1 to 4096.'],
    ['thumbnail.jpg?width=10.5', 'width must be a whole number from 1 to 4096.'],
    [
      'thumbnail.jpg?fit_mode=best',
      'fit_mode must be one of preserve, stretch, crop, smartcrop, pad.',
    ],
    ['thumbnail.jpg?rotate=45', 'rotate must be 90, 180 or 270.'],
    ['thumbnail.jpg?flip_h=maybe', 'flip_h must be true or false.'],
    ['animated.gif?width=641', 'width must be a whole number from 1 to 640.'],
    ['animated.gif?fps=31', 'fps must be from 1 to 30.'],
    ['animated.gif?start=1&end=1', 'end must be after start.'],
    ['animated.gif?start=0&end=11', 'end must be at most 10 seconds after start.'],
    ['animated.gif?start=6', 'start must be before the end of the video.'],
    ['storyboard.vtt?format=gif', 'format must be jpg, png or webp.'],
    ['storyboard.jpg?asset_start_time=9', 'asset_start_time must be before the end of the video.'],
  ])('%s is refused in words', async (path, message) => {
    const { status, text } = await ask(path)
    expect(status).toBe(400)
    expect(JSON.parse(text).error).toMatchObject({
      type: 'invalid_parameters',
      messages: [message],
    })
  })

  test('with another ending, or of an unknown video, is not found', async () => {
    expect((await ask('thumbnail.bmp')).status).toBe(404)
    expect((await ask('thumbnail.jpg', {}, 'a'.repeat(40))).status).toBe(404)
  })
})

if (isLongRun())
  test('a moving picture is five seconds of 320 pixels, or what is asked for', async () => {
    const plain = await picture('animated.gif')
    expect(plain).toMatchObject({ codec: 'gif', width: 320, height: 180, frames: 75 })
    const part = await picture('animated.gif?start=2.8&end=3.4&fps=5&width=64')
    expect(part).toMatchObject({ width: 64, height: 36, frames: 3 })
    expect([part.at(0.5, 0.5, 0), part.at(0.5, 0.5, 2)]).toEqual(['red', 'blue'])
    const moving = await ask('animated.webp?start=2&end=4')
    expect(moving.headers.get('content-type')).toBe('image/webp')
    expect(moving.bytes.includes('ANIM')).toBe(true)
  })

describe('a storyboard', () => {
  test('is one sheet that its texts describe', async () => {
    const sheet = await picture('storyboard.jpg')
    expect(sheet).toMatchObject({ width: 5 * 256, height: 10 * 144 })
    const vtt = await ask('storyboard.vtt')
    expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(vtt.text.split('-->')).toHaveLength(51)
    expect(vtt.text).toContain('\nstoryboard.jpg#xywh=256,0,256,144\n')
    const data = JSON.parse((await ask('storyboard.json?format=webp')).text)
    expect(data).toMatchObject({
      url: `${app.settings.publicUrl}/${asset.playbackId}/storyboard.webp`,
      tile_width: 256,
      tile_height: 144,
      duration: 6,
    })
    for (const { start, x, y } of data.tiles)
      expect(sheet.at((x + 128) / sheet.width, (y + 72) / sheet.height)).toBe(
        start < 2.999 ? 'red' : 'blue',
      )
  })

  test('of a part shows only that part, and its texts refer to it', async () => {
    const query = 'asset_start_time=3&asset_end_time=6'
    const sheet = await picture(`storyboard.png?${query}`)
    expect([sheet.at(0.01, 0.01), sheet.at(0.99, 0.99)]).toEqual(['blue', 'blue'])
    const { text } = await ask(`storyboard.vtt?${query}&format=png`)
    expect(text).toMatch(
      /^WEBVTT\n\n00:00:03\.000 --> .*\nstoryboard\.png\?asset_start_time=3&asset_end_time=6#xywh=0,0,/,
    )
  })
})

if (isLongRun())
  describe('pictures of a sound', () => {
    test('are said not to be there, but for its cover', async () => {
      const sound = await makeClip('-f lavfi -i sine=duration=1 -c:a aac', 'm4a')
      const plain = await insertSourceAsset(app, { environment, file: sound })
      for (const path of ['thumbnail.jpg', 'animated.gif', 'storyboard.vtt']) {
        const { status, text } = await ask(path, {}, plain.playbackId)
        expect(status).toBe(404)
        expect(JSON.parse(text).error.messages[0]).toMatch(/^This is audio without (a cover|video)/)
      }
      const cover = await makeClip('-f lavfi -i color=green:size=200x200 -frames:v 1', 'png')
      const album = await makeClip(
        `-f lavfi -i sine=duration=1 -i ${cover} -map 0 -map 1 -c:a libmp3lame -c:v copy -disposition:v attached_pic`,
        'mp3',
      )
      const covered = await insertSourceAsset(app, { environment, file: album })
      const shown = await picture('thumbnail.png?width=50', covered.playbackId)
      expect(shown).toMatchObject({ width: 50, height: 50 })
    })
  })

describe('pictures of a signed video', async () => {
  const token = await make.accessToken(environment, ['system:read', 'system:write'])
  const { data: key } = (await call('/system/v1/signing-keys', { method: 'POST', token })).body
  const pem = createPrivateKey(Buffer.from(key.private_key, 'base64').toString('utf8'))
  const signed = await insertSourceAsset(app, { environment, file, policy: 'signed' })
  const encode = (given: object) => Buffer.from(JSON.stringify(given)).toString('base64url')
  const tokenFor = (aud: string, claims: object = {}) => {
    const exp = Math.floor(Date.now() / 1000) + 600
    const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ sub: signed.playbackId, aud, exp, kid: key.id, ...claims })}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), pem).toString('base64url')}`
  }

  test.each([
    ['thumbnail.png', 't', 'g'],
    ['animated.gif', 'g', 't'],
    ['storyboard.jpg', 's', 'v'],
    ['storyboard.vtt', 's', 't'],
    ['storyboard.json', 's', 'v'],
  ])('%s opens with a token for it alone', async (path, aud, other) => {
    expect((await ask(path, {}, signed.playbackId)).status).toBe(403)
    expect((await ask(`${path}?token=${tokenFor(other)}`, {}, signed.playbackId)).status).toBe(403)
    const opened = await ask(`${path}?token=${tokenFor(aud)}`, {}, signed.playbackId)
    expect(opened.status).toBe(200)
    expect(opened.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('take their options from the token alone', async () => {
    const given = tokenFor('t', { width: '80', time: '1' })
    const shown = await picture(`thumbnail.png?width=20&time=5&token=${given}`, signed.playbackId)
    expect(shown).toMatchObject({ width: 80, height: 45 })
    expect(shown.at(0.5, 0.5)).toBe('red')
  })

  test('name the sheet with the token that opened its text', async () => {
    const given = tokenFor('s')
    const { text } = await ask(`storyboard.vtt?token=${given}&format=webp`, {}, signed.playbackId)
    expect(text).toContain(`\nstoryboard.webp?token=${given}#xywh=0,0,`)
    const [address = ''] = /storyboard\.webp\?token=[^#\n]+/.exec(text) ?? []
    expect((await ask(address, {}, signed.playbackId)).status).toBe(200)
  })
})

test('a picture that many request at the same time is made once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask('thumbnail.jpg?time=0.7&width=77')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
})

test('the storyboard of a long video is made before anybody asks', async () => {
  const one = await insertSourceAsset(app, { environment, file })
  const tenant = { ...environment, postgres: app.postgres, clickhouse: app.clickhouse }
  await enqueueImages(tenant, one.id)
  await runJobs(app, [playbackServer])
  const key = `${one.prefix}/images/storyboard.webp`
  const stored = (await app.storage.stat(key))?.bytes
  const { bytes } = await ask('storyboard.webp', {}, one.playbackId)
  expect(stored).toBe(bytes.length)
})
