import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signingKeysServer } from '@playhead/features/system/signing-keys/server'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import {
  insertPlayableAsset,
  insertRestriction,
  insertStaticFile,
  insertTextTrack,
} from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackServer } from '../index.ts'

const { app, api, call, database, clock } = await startTestApp([playbackServer, signingKeysServer])
const make = aFactory(database)

const makeKey = async (environment: { id: string }) => {
  const token = await make.accessToken(environment, [...scopes])
  const { data } = (await call('/system/v1/signing-keys', { method: 'POST', token })).body
  const pem = Buffer.from(data.private_key as string, 'base64').toString()
  return { id: data.id as string, pem, key: createPrivateKey(pem), token }
}

const { environment } = await make.world()
const signingKey = await makeKey(environment)
const parts = ['init', 'one', 'two', 'three', 'four', 'five'].map((part) => Buffer.from(part))
const asset = await insertPlayableAsset(app, {
  environment,
  policy: 'signed',
  stored: { '270p': parts, '720p': parts, '1080p': parts, 'audio-0': parts },
})
const { playbackId } = asset
const inAnHour = () => Math.floor(clock.now().getTime() / 1000) + 3600

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signed = (
  claims: Record<string, unknown>,
  { header = {}, key = signingKey.key }: { header?: object; key?: KeyObject } = {},
) => {
  const text = `${encode({ alg: 'RS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

const claims = (more: Record<string, unknown> = {}) => ({
  sub: playbackId,
  aud: 'v',
  exp: inAnHour(),
  kid: signingKey.id,
  ...more,
})

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await api.request(path, { headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const askWith = (token: string, headers?: Record<string, string>) =>
  ask(`/${playbackId}.m3u8?token=${token}`, headers)

/** The addresses in the playlist, with their queries. */
const linesOf = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'))

describe('a token', () => {
  test('opens the stream; the id of the key may be in the claims or in the header', async () => {
    expect((await askWith(signed(claims()))).status).toBe(200)
    const { kid, ...rest } = claims()
    expect((await askWith(signed(rest, { header: { kid } }))).status).toBe(200)
  })

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const none = (given: Record<string, unknown>) =>
    `${encode({ alg: 'none', typ: 'JWT' })}.${encode(given)}.`
  /** The public key is known to attackers: it must not work as an HMAC secret. */
  const confused = () => {
    const pem = createPublicKey(signingKey.pem).export({ type: 'spki', format: 'pem' })
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims())}`
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`
  }
  const tampered = () => {
    const [header, , signature] = signed(claims({ max_resolution: '270p' })).split('.')
    return `${header}.${encode(claims())}.${signature}`
  }
  const without = (name: string) => {
    const given: Record<string, unknown> = claims()
    delete given[name]
    return signed(given)
  }

  test.each<[string, () => string]>([
    ['none at all', () => ''],
    ['something else', () => 'hello'],
    ['parts missing', () => signed(claims()).split('.').slice(0, 2).join('.')],
    ['a signature of another key', () => signed(claims(), { key: other.privateKey })],
    ['claims changed after signing', tampered],
    ['the public key as an HMAC secret', confused],
    ['no algorithm', () => none(claims())],
    ['another algorithm named', () => signed(claims(), { header: { alg: 'RS512' } })],
    ['an extension that must be understood', () => signed(claims(), { header: { crit: ['b64'] } })],
    ['no key named', () => without('kid')],
    ['an unknown key', () => signed(claims({ kid: '00000000-0000-4000-8000-00000000dead' }))],
    ['a key that is no id', () => signed(claims({ kid: "' or 1=1" }))],
    ['no end', () => without('exp')],
    ['an end as text', () => signed(claims({ exp: String(inAnHour()) }))],
    ['an end that has come', () => signed(claims({ exp: inAnHour() - 3700 }))],
    ['a begin to come', () => signed(claims({ nbf: inAnHour() }))],
    ['no subject', () => without('sub')],
    ['another playback id', () => signed(claims({ sub: 'x'.repeat(40) }))],
    ['no audience', () => without('aud')],
    ['the audience of thumbnails', () => signed(claims({ aud: 't' }))],
    ['a restriction that is none', () => signed(claims({ playback_restriction_id: 'gone' }))],
    ['a restriction of another form', () => signed(claims({ playback_restriction_id: 7 }))],
    ['more than any token needs', () => signed(claims({ filler: 'x'.repeat(9000) }))],
  ])('opens nothing: %s', async (_, token) => {
    const answer = await askWith(encodeURIComponent(token()))
    expect(answer.status).toBe(403)
    const { error } = JSON.parse(answer.text)
    expect(error).toMatchObject({ type: 'forbidden', code: 403, message: error.messages[0] })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('with the key of another environment opens nothing', async () => {
    const foreign = await makeKey((await make.world()).environment)
    const token = signed(claims({ kid: foreign.id }), { key: foreign.key })
    expect((await askWith(token)).status).toBe(403)
  })

  test('of a deleted key opens nothing', async () => {
    const key = await makeKey(environment)
    const token = signed(claims({ kid: key.id }), { key: key.key })
    expect((await askWith(token)).status).toBe(200)
    await call(`/system/v1/signing-keys/${key.id}`, { method: 'DELETE', token: key.token })
    expect((await askWith(token)).status).toBe(403)
  })

  test('has its options in the claims alone', async () => {
    const limited = signed(claims({ max_resolution: '720p' }))
    const { text } = await ask(`/${playbackId}.m3u8?token=${limited}&max_resolution=1080p`)
    expect(text).toContain('1280x720')
    expect(text).not.toContain('1920x1080')
    const open = await ask(`/${playbackId}.m3u8?token=${signed(claims())}&max_resolution=270p`)
    expect(open.text).toContain('1920x1080')
  })
})

describe('what a playlist names', () => {
  const follow = async (given: Record<string, unknown> = {}) => {
    const multivariant = await askWith(signed(claims(given)))
    const media = linesOf(multivariant.text).at(-1) ?? ''
    const playlist = await ask(`/${media}`)
    const segments = linesOf(playlist.text)
    return { media, playlist, segments }
  }
  const inFolder = (line: string) => `/${playbackId}/${line}`

  test('carries a code that opens it without the token, privately', async () => {
    const { media, playlist, segments } = await follow()
    expect(media).toMatch(/\?s=\d+\.[\w-]{22}\.[\w-]{22}$/)
    expect(playlist.status).toBe(200)
    expect(playlist.headers.get('cache-control')).toContain('private')
    expect(segments).toHaveLength(5)
    const segment = await ask(inFolder(segments[1] ?? ''))
    expect(segment).toMatchObject({ status: 200, text: 'two' })
    expect(segment.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const map = /URI="([^"]+)"/.exec(playlist.text)?.[1] ?? ''
    expect((await ask(inFolder(map))).text).toBe('init')
  })

  test('opens nothing without the code, with a changed one, or for another video', async () => {
    const { segments } = await follow()
    const [path, query] = (segments[1] ?? '').split('?')
    expect((await ask(inFolder(path ?? ''))).status).toBe(403)
    const later = query?.replace(/s=\d+/, `s=${inAnHour() + 99_999}`)
    expect((await ask(inFolder(`${path}?${later}`))).status).toBe(403)
    expect((await ask(inFolder(`${path}?s=abc`))).status).toBe(403)
    const second = await insertPlayableAsset(app, {
      environment,
      policy: 'signed',
      stored: { '270p': parts },
    })
    expect((await ask(`/${second.playbackId}/270p/1.m4s?${query}`)).status).toBe(403)
    // The multivariant playlist itself takes tokens only.
    expect((await ask(`/${playbackId}.m3u8?${query}`)).status).toBe(403)
  })

  test('opens nothing once the key of the token is deleted, whatever key it names', async () => {
    const key = await makeKey(environment)
    const token = signed(claims({ kid: key.id.toUpperCase() }), { key: key.key })
    const media = linesOf((await askWith(token)).text).at(-1) ?? ''
    const [segment = ''] = linesOf((await ask(`/${media}`)).text)
    expect((await ask(inFolder(segment))).status).toBe(200)
    await call(`/system/v1/signing-keys/${key.id}`, { method: 'DELETE', token: key.token })
    expect((await ask(`/${media}`)).status).toBe(403)
    expect((await ask(inFolder(segment))).status).toBe(403)
    const living = Buffer.from(signingKey.id.replaceAll('-', ''), 'hex').toString('base64url')
    const [path, query = ''] = segment.split('?')
    const [end, , code] = query.split('.')
    for (const changed of [`${end}.${living}.${code}`, `${end}.${code}`])
      expect((await ask(inFolder(`${path}?${changed}`))).status).toBe(403)
  })

  test('stays within the part and the sizes that the token opened', async () => {
    const given = { asset_start_time: '9', asset_end_time: '16', max_resolution: '720p' }
    const { segments } = await follow(given)
    expect(segments.map((line) => line.split('?')[0])).toEqual(['720p/2.m4s', '720p/3.m4s'])
    const [, query] = (segments[0] ?? '').split('?')
    expect((await ask(inFolder(`720p/2.m4s?${query}`))).text).toBe('three')
    expect((await ask(inFolder(`720p/0.m4s?${query}`))).status).toBe(404)
    expect((await ask(inFolder(`1080p/2.m4s?${query}`))).status).toBe(404)
    const wider = query?.replace('max_resolution=720p', 'max_resolution=1080p')
    expect((await ask(inFolder(`1080p/2.m4s?${wider}`))).status).toBe(403)
    const longer = query?.replace('asset_start_time=9', 'asset_start_time=0')
    expect((await ask(inFolder(`720p/0.m4s?${longer}`))).status).toBe(403)
  })

  test('is opened until the token ends, and a day at most', async () => {
    const { segments } = await follow({ exp: inAnHour() + 30 * 86_400 })
    const now = Math.floor(clock.now().getTime() / 1000)
    const end = Number(/s=(\d+)/.exec(segments[0] ?? '')?.[1])
    expect(end).toBeLessThanOrEqual(now + 86_400)
    const short = await follow({ exp: now + 60 })
    expect(Number(/s=(\d+)/.exec(short.segments[0] ?? '')?.[1])).toBe(now + 60)
    clock.advance(61)
    expect((await ask(inFolder(short.segments[0] ?? ''))).status).toBe(403)
  })
})

test('a file opens as a whole, so a token for less than the whole opens none', async () => {
  const content = Buffer.from('file')
  await insertStaticFile(app, asset, { name: '1080p.mp4', content, height: 1080 })
  const status = async (given: Record<string, unknown>) =>
    (await ask(`/${playbackId}/1080p.mp4?token=${signed(claims(given))}`)).status
  expect(await status({})).toBe(200)
  expect(await status({ max_resolution: '1080p' })).toBe(200)
  expect(await status({ max_resolution: '720p' })).toBe(403)
  expect(await status({ asset_end_time: '5' })).toBe(403)
  expect((await ask(`/${playbackId}/1080p.mp4`)).status).toBe(403)
})

test('a token for a part opens only the subtitles of that part', async () => {
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nBefore\n\n00:09.500 --> 00:11.000 line:0\nWithin\n\n00:18.000 --> 00:19.000\nAfter\n'
  const spoken = await insertPlayableAsset(app, { environment, policy: 'signed' })
  const track = await insertTextTrack(app, spoken, { language: 'en', name: 'English', vtt })
  const part = { sub: spoken.playbackId, asset_start_time: '9', asset_end_time: '12' }
  const token = signed(claims(part))
  const multivariant = await ask(`/${spoken.playbackId}.m3u8?token=${token}`)
  const [, playlist = ''] = /URI="([^"]+\/text\/[^"]+)"/.exec(multivariant.text) ?? []
  const [segment = ''] = linesOf((await ask(`/${playlist}`)).text)
  const said = await ask(`/${spoken.playbackId}/text/${segment}`)
  expect(said.status).toBe(200)
  expect(said.text).toContain('Within')
  expect(said.text).toContain('X-TIMESTAMP-MAP')
  expect(said.text).toContain('line:0')
  expect(said.text).not.toMatch(/Before|After/)
  const file = (ending: string, given: Record<string, unknown>) =>
    ask(`/${spoken.playbackId}/text/${track}.${ending}?token=${signed(claims(given))}`)
  for (const ending of ['vtt', 'txt']) {
    expect((await file(ending, part)).status).toBe(403)
    expect((await file(ending, { sub: spoken.playbackId })).status).toBe(200)
  }
})

describe('a restriction that a token names', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36'
  const rule = (given: Parameters<typeof insertRestriction>[2]) =>
    insertRestriction(app, environment, given)
  const status = async (id: string, headers: Record<string, string>) =>
    (await askWith(signed(claims({ playback_restriction_id: id })), headers)).status

  test('lets in the sites it lists, with those below them where it says so', async () => {
    const id = await rule({ domains: ['example.com', '*.news.example.org'] })
    const from = (referer: string) => status(id, { referer, 'user-agent': browser })
    expect(await from('https://example.com/page')).toBe(200)
    expect(await from('https://EXAMPLE.com:8443/')).toBe(200)
    expect(await from('https://www.news.example.org/')).toBe(200)
    expect(await from('https://a.b.news.example.org/')).toBe(200)
    expect(await from('https://news.example.org/')).toBe(403)
    expect(await from('https://www.example.com/')).toBe(403)
    expect(await from('https://notexample.com/')).toBe(403)
    expect(await from('https://example.com.evil.test/')).toBe(403)
    expect(await from('no address')).toBe(403)
    expect(await status(id, { 'user-agent': browser })).toBe(403)
  })

  test('lets in who names no site where it says so, and everyone with a star', async () => {
    const quiet = await rule({ domains: [], allowsNoReferrer: true })
    expect(await status(quiet, { 'user-agent': browser })).toBe(200)
    expect(await status(quiet, { referer: 'https://a.test/' })).toBe(403)
    const all = await rule({ domains: ['*'] })
    expect(await status(all, { referer: 'https://a.test/' })).toBe(200)
  })

  test('keeps out programs without a name, and those that fetch, where it says so', async () => {
    const referer = 'https://example.com/'
    const strict = await rule({
      domains: ['example.com'],
      allowsNoUserAgent: false,
      allowsHighRisk: false,
    })
    expect(await status(strict, { referer, 'user-agent': browser })).toBe(200)
    expect(await status(strict, { referer })).toBe(403)
    for (const agent of ['curl/8.5.0', 'python-requests/2.31', 'Lavf/60.3.100', 'yt-dlp/2026.01'])
      expect(await status(strict, { referer, 'user-agent': agent })).toBe(403)
    const loose = await rule({ domains: ['example.com'] })
    expect(await status(loose, { referer })).toBe(200)
    expect(await status(loose, { referer, 'user-agent': 'curl/8.5.0' })).toBe(200)
  })

  test('of another environment lets no viewer in', async () => {
    const foreign = (await make.world()).environment
    const id = await insertRestriction(app, foreign, { domains: ['*'], allowsNoReferrer: true })
    expect(await status(id, { 'user-agent': browser })).toBe(403)
  })
})
