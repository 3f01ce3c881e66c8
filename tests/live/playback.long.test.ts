import { createPrivateKey, createSign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { until } from '../process/running-program.ts'
import { insertReachedCap } from './caps.sql.ts'
import { startLiveServer } from './live-server.ts'
import {
  validateMultivariant,
  validatePlaylist,
  validateSkip,
  validateSuccession,
} from './validate-playlist.ts'

const server = await startLiveServer()

type Stream = Awaited<ReturnType<typeof server.makeStream>>

/** Follows a playlist as a player does, from part to part, until the end of the broadcast. */
const follow = async (at: string, name: string) => {
  const texts: string[] = []
  let ask = ''
  for (;;) {
    const answer = await server.get(`${at}/${name}.m3u8${ask}`)
    expect(answer.status, answer.text).toBe(200)
    const { text } = answer
    expect(validatePlaylist(text)).toEqual([])
    const before = texts.at(-1)
    if (before !== undefined) expect(validateSuccession(before, text)).toEqual([])
    texts.push(text)
    if (text.includes('#EXT-X-ENDLIST')) return texts
    const [, msn, part] = /PRELOAD-HINT:TYPE=PART,URI="[a-z0-9-]+\/(\d+)\.(\d+)/.exec(text) ?? []
    const sequence = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
    const next = sequence + (text.match(/#EXTINF/g)?.length ?? 0)
    ask = msn === undefined ? `?_HLS_msn=${next}` : `?_HLS_msn=${msn}&_HLS_part=${part}`
  }
}

const startStream = async (body: Record<string, unknown> = {}) => {
  const stream = await server.makeStream({ latency_mode: 'low', ...body })
  const encoder = await server.push(stream.key, { isLive: true })
  await server.untilStatus(stream, 'active')
  return { stream, encoder, at: `/${stream.playbackId}` }
}

const assetIdOf = async (stream: Stream) => {
  const { active_asset_id: assetId } = await stream.read()
  const asset = await stream.readAsset(assetId)
  return { assetId: assetId as string, playbackId: asset.playback_ids[0].id as string }
}

describe.concurrent('playlists of a broadcast', () => {
  test('keep the rules of RFC 8216bis from the first to the last, for viewers of both ids', async () => {
    const { stream, at } = await startStream()
    const multivariant = await server.get(`${at}.m3u8`)
    expect(validateMultivariant(multivariant.text)).toEqual([])
    const { playbackId } = await assetIdOf(stream)
    const all = await Promise.all([
      follow(at, 'source'),
      follow(at, 'audio-0'),
      follow(`/${playbackId}`, 'source'),
    ])
    for (const texts of all) expect(texts.length).toBeGreaterThan(2)
    expect(all[2].at(-2)).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(all[0].at(-2)).not.toContain('#EXT-X-PLAYLIST-TYPE')
    await server.untilOver(stream)
  })

  test('are waited for, cached by what was asked, and refused where nobody can wait', async () => {
    const { at } = await startStream()
    const plain = await server.get(`${at}/source.m3u8`)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=1')
    const next = (plain.text.match(/#EXTINF/g) ?? []).length
    const waited = await server.get(`${at}/source.m3u8?_HLS_msn=${next}`)
    // The next broadcast has the same numbers under this id.
    expect(waited.headers.get('cache-control')).toBe('public, max-age=1')
    expect(waited.text).toContain(`source/${next}.m4s`)
    for (const [query, status] of [
      [`_HLS_msn=${next + 50}`, 400],
      ['_HLS_part=1', 400],
      ['_HLS_msn=x', 400],
    ] as const)
      expect([query, (await server.get(`${at}/source.m3u8?${query}`)).status]).toEqual([
        query,
        status,
      ])
    const zipped = await server.get(`${at}/source.m3u8`, { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(validatePlaylist(gunzipSync(zipped.bytes).toString())).toEqual([])
    const whole = await server.get(`${at}/source.m3u8`)
    const delta = await server.get(`${at}/source.m3u8?_HLS_skip=YES`)
    expect(validateSkip(whole.text, delta.text)).toEqual([])
    const segment = await server.get(`${at}/source/0.m4s`)
    expect(segment.headers.get('cache-control')).toBe('public, no-cache')
    expect((await server.get(`${at}/source/500.m4s`)).status).toBe(404)
  })

  test('are there for viewers who are behind when it ends, with all that they list', async () => {
    const { stream, encoder, at } = await startStream()
    const live = await server.get(`${at}/source/0.m4s`)
    await encoder.ended
    await server.untilOver(stream)
    for (const name of ['source', 'audio-0']) {
      const { text } = await server.get(`${at}/${name}.m3u8`)
      expect(text).toContain('#EXT-X-ENDLIST')
      const files = [...text.matchAll(/^[a-z0-9-]+\/\d+\.m4s/gm)].map(([file]) => file)
      expect(files.length).toBeGreaterThan(3)
      for (const file of files)
        expect([file, (await server.get(`${at}/${file}`)).status]).toEqual([file, 200])
    }
    const recorded = await server.get(`${at}/source/0.m4s`)
    expect(recorded.bytes.equals(live.bytes)).toBe(true)
    // The next broadcast has the same addresses.
    expect(recorded.headers.get('cache-control')).toBe('public, no-cache')
  })

  test('of standard latency have no parts', async () => {
    const { stream, encoder, at } = await startStream({
      latency_mode: 'standard',
      reconnect_window: 0,
    })
    const { text } = await server.get(`${at}/source.m3u8`)
    expect(validatePlaylist(text)).toEqual([])
    expect(text).not.toContain('EXT-X-PART')
    await encoder.ended
    await server.untilOver(stream)
  })
})

describe.concurrent('who may watch', () => {
  test('a signed id needs a token, and its segments the code of the playlist', async () => {
    const { stream, at } = await startStream({ playback_policy: ['signed'] })
    expect((await server.get(`${at}.m3u8`)).status).toBe(403)
    expect((await server.get(`${at}/source/0.m4s`)).status).toBe(403)
    const token = await stream.previewToken(stream.playbackId)
    const multivariant = await server.get(`${at}.m3u8?token=${token}`)
    expect(multivariant.status).toBe(200)
    const media = /\S+source\.m3u8\?\S+/.exec(multivariant.text)?.[0]
    const playlist = await server.get(`/${media}`)
    expect(validatePlaylist(playlist.text)).toEqual([])
    expect(playlist.headers.get('cache-control')).toMatch(/^private/)
    const segment = /source\/\d+\.m4s\?\S+/.exec(playlist.text)?.[0]
    expect((await server.get(`${at}/${segment}`)).status).toBe(200)
    expect((await server.get(`${at}/${segment?.split('?')[0]}`)).status).toBe(403)
  })

  test('a token of a signing key opens it to the viewers that its restriction allows, who are counted', async ({
    expect,
  }) => {
    const { stream, encoder, at } = await startStream({ playback_policies: ['signed'] })
    const { assetId } = await assetIdOf(stream)
    const token = await aFactory(server.database).accessToken(stream.world.environment, [...scopes])
    const { data: made } = (await server.call('/system/v1/signing-keys', { method: 'POST', token }))
      .body
    const { data: restriction } = (
      await server.call('/video/v1/playback-restrictions', {
        token,
        body: { referrer: { allowed_domains: ['example.com'] } },
      })
    ).body
    const privateKey = createPrivateKey(Buffer.from(made.private_key, 'base64').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const sign = (claims: object) => {
      const exp = Math.floor(Date.now() / 1000) + 600
      const body = encode({ sub: stream.playbackId, aud: 'v', exp, kid: made.id, ...claims })
      const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${body}`
      const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')
      return `${text}.${signature}`
    }
    const restricted = `${at}.m3u8?token=${sign({ playback_restriction_id: restriction.id })}`
    expect((await server.get(restricted, { referer: 'https://other.com/' })).status).toBe(403)
    expect((await server.get(restricted)).status).toBe(403)
    expect((await server.get(`${at}.m3u8?token=${sign({ aud: 't' })}`)).status).toBe(403)
    const opened = await server.get(restricted, { referer: 'https://example.com/watch' })
    expect([opened.status, validateMultivariant(opened.text)]).toEqual([200, []])
    const [media] = /\S+source\.m3u8\?\S+/.exec(opened.text) ?? []
    const { text } = await server.get(`/${media}`)
    const [segment] = /source\/\d+\.m4s\?\S+/.exec(text) ?? []
    const { status, bytes } = await server.get(`${at}/${segment}`)
    expect(status).toBe(200)
    await until('the delivery is counted', async () => {
      const rows = await readRows(server.database, 'delivered_seconds', { asset_id: assetId })
      return rows.reduce((sum, row) => sum + Number(row['bytes']), 0) === bytes.length
    })
    // The codes in playlists end with the key.
    await server.call(`/system/v1/signing-keys/${made.id}`, { token, method: 'DELETE' })
    await expect.poll(async () => (await server.get(`/${media}`)).status).toBe(403)
    expect((await server.get(`${at}/${segment}`)).status).toBe(403)
    encoder.stop()
  })
})

describe.concurrent('a deleted playback id', () => {
  test('stops playing at once, while others go on', async ({ expect }) => {
    const { stream, at } = await startStream({ playback_policies: ['public', 'public'] })
    expect((await server.get(`${at}/source.m3u8`)).status).toBe(200)
    expect((await stream.send('DELETE', `/playback-ids/${stream.playbackId}`)).status).toBe(204)
    await expect.poll(async () => (await server.get(`${at}/source.m3u8`)).status).toBe(404)
    const [{ id }] = (await stream.read()).playback_ids
    expect((await server.get(`/${id}/source.m3u8`)).status).toBe(200)
  })
})

describe.concurrent('a spending cap that stops delivery', () => {
  test('ends a broadcast for viewers once they have played what their playlist lists', async ({
    expect,
  }) => {
    const { stream, at } = await startStream()
    expect((await server.get(`${at}/source.m3u8`)).status).toBe(200)
    await insertReachedCap(server.database, stream.world.organization, 'stop_delivery')
    await until('the playlist is refused', async () => {
      const { status } = await server.get(`${at}/source.m3u8`)
      return status === 402
    })
    const refused = await server.get(`${at}.m3u8`)
    expect([refused.status, JSON.parse(refused.text).error.message]).toEqual([
      402,
      'This video is not available right now.',
    ])
    expect((await server.get(`${at}/source/0.m4s`)).status).toBe(200)
  })
})

describe.concurrent('delivery', () => {
  test('is counted to the asset of the broadcast, pictures only', async () => {
    const { stream, encoder, at } = await startStream()
    const { assetId } = await assetIdOf(stream)
    const picture = await server.get(`${at}/source/0.m4s`)
    const sound = await server.get(`${at}/audio-0/0.m4s`)
    await server.app.afterResponse.settle(10)
    let seconds = 0
    await until('the delivery is counted', async () => {
      const rows = await readRows(server.database, 'delivered_seconds', { asset_id: assetId })
      seconds = rows.reduce((sum, row) => sum + Number(row['seconds']), 0)
      const bytes = rows.reduce((sum, row) => sum + Number(row['bytes']), 0)
      return bytes === picture.bytes.length + sound.bytes.length
    })
    expect(seconds).toBeCloseTo(2, 1)
    await encoder.ended
    await server.untilOver(stream)
  })
})

describe('many viewers at one moment', () => {
  test('open a broadcast once, and after two seconds once more', async () => {
    const { at } = await startStream()
    const asked = vi.spyOn(server.app.postgres, 'maybeRow')
    const openings = () =>
      asked.mock.calls.filter(([, { text }]) => text.includes('from playback_ids p')).length
    const first = await server.get(`${at}/source.m3u8`)
    const opened = openings()
    // What was opened is kept for so long.
    await pause(2100)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => server.get(`${at}/source.m3u8`)),
    )
    expect(first.status).toBe(200)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect([opened, openings()]).toEqual([1, 2])
    asked.mockRestore()
  })
})
