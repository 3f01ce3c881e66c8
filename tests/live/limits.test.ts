import { encoderSlotsOf } from '@playhead/features/video/processing/server'
import { describe, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { startLiveServer } from './live-server.ts'
import { validateMultivariant, validatePlaylist } from './validate-playlist.ts'

const server = await startLiveServer({ LIVE_ENCODER_CORES: '1' })

/** Larger than a lower rendition, and longer than the parts of it that are asked for. */
const clip = () =>
  makeClip(
    '-f lavfi -i testsrc2=s=640x360:r=30:d=10 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=10 -c:v libx264 -preset veryfast -g 30 -sc_threshold 0 -bf 0 -pix_fmt yuv420p -c:a aac -b:a 64k -ac 2',
  )

const namesOf = (text: string) =>
  [...text.matchAll(/^[^#\s]+\/([a-z0-9-]+)\.m3u8/gm)].map(([, n]) => n)
const segmentsOf = (text: string) =>
  [...text.matchAll(/^source\/(\d+)\.m4s/gm)].map(([, msn]) => Number(msn))

const stream = await server.makeStream({
  latency_mode: 'low',
  playback_policies: ['public', 'signed'],
  new_asset_settings: { playback_policies: ['signed'], video_quality: 'plus' },
})
const encoder = await server.push(stream.key, { isLive: true, file: await clip() })
await server.untilStatus(stream, 'active')
const assetId = (await stream.read()).active_asset_id as string

const idOf = (ids: { id: string; policy: string }[], policy: string) =>
  ids.find((one) => one.policy === policy)!.id
const { playback_ids: liveIds } = await stream.read()
const [open, signed] = [idOf(liveIds, 'public'), idOf(liveIds, 'signed')]
const recorded = idOf((await stream.readAsset(assetId)).playback_ids, 'signed')
const tokenOf = stream.previewToken

test('its lower rendition takes its share before encoders of recordings', () => {
  expect(encoderSlotsOf(server.app).reservedCores).toBeGreaterThan(0.1)
})

describe('options of a live playback id', () => {
  test('choose and order the renditions', async () => {
    for (const [query, names] of [
      ['', ['270p', 'source']],
      ['?rendition_order=desc', ['source', '270p']],
      ['?max_resolution=270p', ['270p']],
      ['?min_resolution=360p', ['source']],
    ] as const) {
      const { text } = await server.get(`/${open}.m3u8${query}`)
      expect([query, namesOf(text)]).toEqual([query, names])
      expect(validateMultivariant(text)).toEqual([])
    }
  })

  test('are refused in words where they mean nothing', async () => {
    for (const [query, words] of [
      ['max_resolution=1p', 'max_resolution must be one of'],
      ['asset_start_time=1', 'asset_start_time is for the playback ids of an asset'],
      ['asset_end_time=1', 'asset_end_time is for the playback ids of an asset'],
    ] as const)
      for (const path of ['', '/source']) {
        const answer = await server.get(`/${open}${path}.m3u8?${query}`)
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(words)])
      }
  })

  test('bind a token: it opens no other rendition', async () => {
    const query = `?token=${await tokenOf(signed)}&max_resolution=270p`
    const { text } = await server.get(`/${signed}.m3u8${query}`)
    expect(namesOf(text)).toEqual(['270p'])
    const address = /^[^#\s]+270p\.m3u8\S*/m.exec(text)?.[0] ?? ''
    const playlist = await server.get(`/${address}`)
    expect(validatePlaylist(playlist.text)).toEqual([])
    const [segment = ''] = /270p\/\d+\.m4s\S*/.exec(playlist.text) ?? []
    expect((await server.get(`/${signed}/${segment}`)).status).toBe(200)
    expect((await server.get(`/${signed}/audio-0.m3u8${query}`)).status).toBe(200)
    for (const other of [
      address.replace('270p', 'source'),
      `${signed}/source.m3u8${query}`,
      `${signed}/source/init.mp4${query}`,
      `${signed}/${segment.replace('270p', 'source')}`,
    ])
      expect([other, (await server.get(`/${other}`)).status]).toEqual([other, 404])
  })

  test('of time in a token open nothing', async () => {
    const query = `?token=${await tokenOf(signed)}&asset_end_time=2`
    for (const path of ['.m3u8', '/source.m3u8', '/source/0.m4s'])
      expect((await server.get(`/${signed}${path}${query}`)).status).toBe(400)
  })
})

describe('a token for a part of a recording that grows', () => {
  test('opens that part, live and afterwards', async () => {
    const token = await tokenOf(recorded)
    const at = (path: string, from: number, to?: number) =>
      `/${recorded}${path}?token=${token}&asset_start_time=${from}${to === undefined ? '' : `&asset_end_time=${to}`}`
    expect((await server.get(at('/source.m3u8', 2, 60_000))).status).toBe(200)
    expect((await server.get(at('/source.m3u8', 3000))).status).toBe(404)
    const read = async () => (await server.get(at('/source.m3u8', 2.5, 5))).text
    await expect.poll(read, { timeout: 15_000 }).toContain('#EXT-X-ENDLIST')
    const live = await server.get(at('/source.m3u8', 2.5, 5))
    expect((await stream.readAsset(assetId)).is_live).toBe(true)
    expect(validatePlaylist(live.text)).toEqual([])
    expect(segmentsOf(live.text)).toEqual([1, 2])
    for (const [file, status] of [
      ['0.m4s', 404],
      ['0.0.m4s', 404],
      ['init.mp4', 200],
      ['1.m4s', 200],
      ['2.m4s', 200],
      ['3.m4s', 404],
      ['3.0.m4s', 404],
    ] as const)
      expect([file, (await server.get(at(`/source/${file}`, 2.5, 5))).status]).toEqual([
        file,
        status,
      ])
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(stream)
    expect(encoderSlotsOf(server.app).reservedCores).toBe(0)
    const later = await server.get(at('/source.m3u8', 2.5, 5))
    expect(later.text).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
    expect(segmentsOf(later.text)).toEqual([1, 2])
    expect((await server.get(at('/source/1.m4s', 2.5, 5))).status).toBe(200)
    // A recording has no parts: the whole segment in place of one would be shown twice.
    expect((await server.get(at('/source/1.0.m4s', 2.5, 5))).status).toBe(404)
  })
})
