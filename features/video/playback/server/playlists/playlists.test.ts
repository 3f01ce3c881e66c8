import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import {
  deleteAssetRow,
  insertPlayableAsset,
  insertTextTrack,
  plainMediaMap,
} from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackServer } from '../index.ts'

const { app, api, database } = await startTestApp([playbackServer])
const make = aFactory(database)
const { environment } = await make.world()

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await api.request(path, init)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** The attributes of a tag, parsed as a player does. */
const attributesOf = (line: string) =>
  Object.fromEntries(
    [...line.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g)].map(([, name, value]) => [
      name,
      (value ?? '').replaceAll('"', ''),
    ]),
  )

const variantsOf = (text: string) => {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    line.startsWith('#EXT-X-STREAM-INF:')
      ? [{ ...attributesOf(line), address: lines[index + 1] ?? '' } as Record<string, string>]
      : [],
  )
}
const mediaOf = (text: string) =>
  text.split('\n').flatMap((line) => (line.startsWith('#EXT-X-MEDIA:') ? [attributesOf(line)] : []))
const segmentsOf = (text: string) =>
  [...text.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)].map(([, seconds, address]) => ({
    seconds: Number(seconds),
    address,
  }))

const plain = await insertPlayableAsset(app, { environment })
const names = (text: string) => variantsOf(text).map(({ RESOLUTION }) => RESOLUTION)
const listed = (query: string) => ask(`/${plain.playbackId}.m3u8${query}`)

describe('the multivariant playlist', () => {
  test('lists each quality with size, rate, codecs and the sound that goes with it', async () => {
    const { status, text, headers } = await listed('')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(headers.get('cache-control')).toBe('public, max-age=10')
    expect(text.startsWith('#EXTM3U\n')).toBe(true)
    expect(text).toContain('#EXT-X-INDEPENDENT-SEGMENTS\n')
    const variants = variantsOf(text)
    expect(variants).toHaveLength(3)
    expect(variants[1]).toEqual({
      BANDWIDTH: String(720 * 4000 + 128_000),
      'AVERAGE-BANDWIDTH': String(720 * 3000 + 128_000),
      RESOLUTION: '1280x720',
      'FRAME-RATE': '29.970',
      CODECS: 'avc1.640028,mp4a.40.2',
      AUDIO: 'audio',
      'CLOSED-CAPTIONS': 'NONE',
      address: `${plain.playbackId}/720p.m3u8`,
    })
    expect(mediaOf(text)).toEqual([
      {
        TYPE: 'AUDIO',
        'GROUP-ID': 'audio',
        NAME: 'English',
        LANGUAGE: 'en',
        DEFAULT: 'YES',
        AUTOSELECT: 'YES',
        CHANNELS: '2',
        URI: `${plain.playbackId}/audio-0.m3u8`,
      },
    ])
  })

  test('lists what is too large to be made on demand once it is stored', async () => {
    expect((await listed('')).text).not.toContain('3840x2160')
    const stored = await insertPlayableAsset(app, {
      environment,
      stored: { '2160p': [Buffer.from('init'), Buffer.from('one')] },
    })
    expect((await ask(`/${stored.playbackId}.m3u8`)).text).toContain('3840x2160')
  })

  test('states peak and average rates of what is stored, as the bytes of its segments have them', async () => {
    const partsOf = (...sizes: number[]) => [600, ...sizes].map((size) => Buffer.alloc(size))
    const stored = await insertPlayableAsset(app, {
      environment,
      stored: {
        '270p': partsOf(40_000, 90_000, 20_000, 30_000, 50_000),
        // Larger than the next one: players would take it for the better one.
        '720p': partsOf(400_000, 900_000, 200_000, 300_000, 500_000),
        '1080p': partsOf(399_999, 899_999, 200_000, 300_000, 500_000),
        'audio-0': partsOf(8_000, 9_000, 8_000, 9_000, 60_000),
      },
    })
    const address = `/${stored.playbackId}`
    /** Every window by itself: bytes as they arrive, durations as they are listed. */
    const measured = async (name: string) => {
      const { text } = await ask(`${address}/${name}.m3u8`)
      const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1])
      const segments = await Promise.all(
        segmentsOf(text).map(async ({ seconds, address: file }) => {
          const bytes = (await api.request(`${address}/${file}`)).headers.get('content-length')
          return { seconds, bits: Number(bytes) * 8 }
        }),
      )
      const total = (some: typeof segments) => ({
        seconds: some.reduce((sum, { seconds }) => sum + seconds, 0),
        bits: some.reduce((sum, { bits }) => sum + bits, 0),
      })
      const windows = segments
        .flatMap((_, from) => segments.map((__, to) => total(segments.slice(from, to + 1))))
        .filter(({ seconds }) => seconds >= target / 2 && seconds <= target * 1.5)
      const all = total(segments)
      return {
        peak: Math.max(...windows.map(({ bits, seconds }) => bits / seconds)),
        average: all.bits / all.seconds,
      }
    }
    const sound = await measured('audio-0')
    const stated = variantsOf((await ask(`${address}.m3u8`)).text)
    expect(stated).toHaveLength(3)
    for (const name of ['270p', '720p'] as const) {
      const { peak, average } = await measured(name)
      const variant = stated.find(({ address: file }) => file?.endsWith(`/${name}.m3u8`))
      expect(Math.abs(Number(variant?.BANDWIDTH) - peak - sound.peak)).toBeLessThan(3)
      expect(
        Math.abs(Number(variant?.['AVERAGE-BANDWIDTH']) - average - sound.average),
      ).toBeLessThan(3)
    }
    const rates = stated.map(({ BANDWIDTH }) => Number(BANDWIDTH))
    expect(rates).toEqual([...new Set(rates)].toSorted((one, other) => one - other))
    expect(stated.map(({ RESOLUTION }) => RESOLUTION)).toEqual(['480x270', '1280x720', '1920x1080'])
  })

  test('keeps to the sizes asked for, and to the nearest where there are none', async () => {
    const sizes = ['480x270', '1280x720', '1920x1080']
    expect(names((await listed('')).text)).toEqual(sizes)
    expect(names((await listed('?max_resolution=720p')).text)).toEqual(sizes.slice(0, 2))
    expect(names((await listed('?min_resolution=720p')).text)).toEqual(sizes.slice(1))
    expect(names((await listed('?min_resolution=540p&max_resolution=720p')).text)).toEqual([
      '1280x720',
    ])
    expect(names((await listed('?min_resolution=2160p')).text)).toEqual(['1920x1080'])
    expect(names((await listed('?rendition_order=desc')).text)).toEqual(sizes.toReversed())
    const accepted = '?redundant_streams=true&exclude_pdt=true&roku_trick_play=false'
    expect(names((await listed(accepted)).text)).toEqual(sizes)
  })

  test('counts the short side of an upright picture', async () => {
    const [low, ...rest] = plainMediaMap.video?.rungs ?? []
    const upright = {
      ...plainMediaMap,
      video: plainMediaMap.video && {
        ...plainMediaMap.video,
        rungs: [low!, ...rest].map((rung) => ({ ...rung, width: rung.height, height: rung.width })),
      },
    }
    const tall = await insertPlayableAsset(app, { environment, media: upright })
    const { text } = await ask(`/${tall.playbackId}.m3u8?max_resolution=720p`)
    expect(names(text)).toEqual(['270x480', '720x1280'])
  })

  test('of an asset without a picture has one variant with sound only', async () => {
    const { video: _, ...soundOnly } = plainMediaMap
    const audio = await insertPlayableAsset(app, { environment, media: soundOnly })
    const { text } = await ask(`/${audio.playbackId}.m3u8`)
    expect(variantsOf(text)).toEqual([
      {
        BANDWIDTH: '128000',
        'AVERAGE-BANDWIDTH': '128000',
        CODECS: 'mp4a.40.2',
        AUDIO: 'audio',
        address: `${audio.playbackId}/audio-0.m3u8`,
      },
    ])
    expect(segmentsOf((await ask(`/${audio.playbackId}/audio-0.m3u8`)).text)).toHaveLength(5)
  })

  test('names captions once each, with the asked language chosen', async () => {
    const spoken = await insertPlayableAsset(app, { environment })
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
    const english = await insertTextTrack(app, spoken, { language: 'en', name: 'English', vtt })
    await insertTextTrack(app, spoken, { language: 'de', name: 'Say "hi"\n#EXT-X-ENDLIST', vtt })
    const { text } = await ask(`/${spoken.playbackId}.m3u8?default_subtitles_lang=de`)
    const tracks = mediaOf(text).filter(({ TYPE }) => TYPE === 'SUBTITLES')
    expect(tracks.map(({ NAME, DEFAULT }) => [NAME, DEFAULT])).toEqual([
      ['English', 'NO'],
      ["Say 'hi' #EXT-X-ENDLIST", 'YES'],
    ])
    expect(text.split('\n')).not.toContain('#EXT-X-ENDLIST')
    expect(variantsOf(text)[0]).toMatchObject({ SUBTITLES: 'text' })
    expect(tracks[0]?.URI).toMatch(new RegExp(`^${spoken.playbackId}/text/${english}\\.m3u8`))

    const playlist = await ask(`/${spoken.playbackId}/text/${english}.m3u8`)
    expect(segmentsOf(playlist.text)).toEqual([{ seconds: 20, address: `${english}/0.vtt` }])
    const segment = await ask(`/${spoken.playbackId}/text/${english}/0.vtt`)
    expect(segment.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(segment.text).toBe(
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nHello\n',
    )
  })

  test.each([
    ['max_resolution=4k', 'max_resolution must be one of'],
    ['min_resolution=720p&max_resolution=480p', 'max_resolution must not be below'],
    ['asset_start_time=soon', 'asset_start_time must be a number'],
    ['asset_start_time=-1', 'asset_start_time must not be below zero'],
    ['asset_start_time=20', 'asset_start_time must be before the end'],
    ['asset_start_time=5&asset_end_time=5', 'asset_end_time must be after'],
    ['rendition_order=asc', 'rendition_order must be desc'],
    ['exclude_pdt=maybe', 'exclude_pdt must be true or false'],
  ])('refuses %s in words', async (query, sentence) => {
    const { status, text } = await listed(`?${query}`)
    expect(status).toBe(400)
    const { error } = JSON.parse(text)
    expect(error).toMatchObject({ type: 'invalid_parameters', code: 400 })
    expect(error.message).toContain(sentence)
  })
})

describe('a media playlist', () => {
  test('gives the exact length of each segment', async () => {
    const { text, headers } = await ask(`/${plain.playbackId}/720p.m3u8`)
    expect(headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(segmentsOf(text)).toEqual(
      [4, 4.5, 4, 4.5, 3].map((seconds, index) => ({ seconds, address: `720p/${index}.m4s` })),
    )
    expect(text).toContain('#EXT-X-TARGETDURATION:5\n')
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD\n')
    expect(text).toContain('#EXT-X-MAP:URI="720p/init.mp4"\n')
    expect(text.trim().endsWith('#EXT-X-ENDLIST')).toBe(true)
    const sound = segmentsOf((await ask(`/${plain.playbackId}/audio-0.m3u8`)).text)
    expect(sound.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(20, 5)
  })

  test('of a clip has the segments that it touches, for sound and picture, and begins exactly', async () => {
    const query = '?asset_start_time=9.5&asset_end_time=14'
    const { text } = await listed(query)
    const [first] = variantsOf(text)
    expect(first?.address).toBe(
      `${plain.playbackId}/270p.m3u8?asset_end_time=14&asset_start_time=9.5`,
    )
    const picture = (await ask(`/${first?.address}`)).text
    expect(segmentsOf(picture).map(({ address }) => address)).toEqual(['270p/2.m4s', '270p/3.m4s'])
    expect(picture).toContain('#EXT-X-START:TIME-OFFSET=1.000,PRECISE=YES')
    const sound = (await ask(`/${plain.playbackId}/audio-0.m3u8${query}`)).text
    expect(segmentsOf(sound).map(({ address }) => address)).toEqual([
      'audio-0/2.m4s',
      'audio-0/3.m4s',
    ])
    const whole = await ask(`/${plain.playbackId}/270p.m3u8?asset_end_time=99`)
    expect(segmentsOf(whole.text)).toHaveLength(5)
    const begin = await ask(`/${plain.playbackId}/270p.m3u8?asset_start_time=4&asset_end_time=8.5`)
    expect(segmentsOf(begin.text).map(({ address }) => address)).toEqual(['270p/1.m4s'])
    expect(begin.text).not.toContain('EXT-X-START')
  })
})

describe('a recording', () => {
  const linesOf = async (playbackId: string, name: string) =>
    (await ask(`/${playbackId}/${name}.m3u8`)).text
      .split('\n')
      .filter((line) => /DISCONTINUITY|EXT-X-MAP|m4s/.test(line))
      .map((line) => line.replace(/^.*URI="|"$/g, ''))

  test('has discontinuities in all renditions alike, and none where one goes on as copies', async () => {
    const joins = [
      { firstSegment: 0, piece: 0 },
      { firstSegment: 3, piece: 0 },
    ]
    const copied = [joins[0]!, { firstSegment: 1, piece: 1 }, { firstSegment: 3, piece: 1 }]
    const { playbackId } = await insertPlayableAsset(app, {
      environment,
      media: {
        ...plainMediaMap,
        recordedLive: true,
        stretches: { source: joins, 'audio-0': joins, '270p': copied },
      },
    })
    const segments = (name: string) => [0, 1, 2, 3, 4].map((index) => `${name}/${index}.m4s`)
    const withJoin = (name: string) =>
      [`${name}/init.mp4`, segments(name)].flat().toSpliced(4, 0, '#EXT-X-DISCONTINUITY')
    expect(await linesOf(playbackId, 'audio-0')).toEqual(withJoin('audio-0'))
    // Players would look for the sound of a stretch that it does not have.
    expect(await linesOf(playbackId, '270p')).toEqual(
      withJoin('270p').toSpliced(2, 0, '270p/init-1.mp4'),
    )
  })
})

describe('404', () => {
  test('says what is being prepared, what failed, and nothing of what never was', async () => {
    const sentence = async (path: string) => {
      const { status, text } = await ask(path)
      return [status, JSON.parse(text).error.message]
    }
    const preparing = await insertPlayableAsset(app, { environment, status: 'preparing' })
    expect(await sentence(`/${preparing.playbackId}.m3u8`)).toEqual([
      404,
      'This video is being prepared. It can be played in a moment.',
    ])
    const errored = await insertPlayableAsset(app, { environment, status: 'errored' })
    expect(await sentence(`/${errored.playbackId}.m3u8`)).toEqual([
      404,
      'This video cannot be played: its file could not be prepared.',
    ])
    for (const path of [`/${'a'.repeat(40)}.m3u8`, `/${'a'.repeat(40)}/720p/0.m4s`])
      expect(await sentence(path)).toEqual([404, 'There is no such video.'])
    const noTracks = ['.m3u8', '.vtt', '/0.vtt'].map((end) => `/text/${'-'.repeat(36)}${end}`)
    for (const rest of ['/480p.m3u8', '/nothing.m3u8', '/720p/5.m4s', '/lost.mp4', ...noTracks])
      expect(await sentence(`/${plain.playbackId}${rest}`)).toEqual([
        404,
        'This video has no such part.',
      ])
  })

  test('a deleted asset stops playing at once, its segments too', async () => {
    const parts = ['init', 'one'].map((part) => Buffer.from(part))
    const gone = await insertPlayableAsset(app, { environment, stored: { '720p': parts } })
    expect((await ask(`/${gone.playbackId}/720p/0.m4s`)).status).toBe(200)
    await deleteAssetRow(app, gone)
    for (const rest of ['.m3u8', '/720p.m3u8', '/720p/0.m4s'])
      expect((await ask(`/${gone.playbackId}${rest}`)).status).toBe(404)
  })

  test('an address with more around the name of a part is none of ours', async () => {
    const parts = ['init', 'one', 'two'].map((part) => Buffer.from(part))
    const stored = await insertPlayableAsset(app, { environment, stored: { '270p': parts } })
    const status = async (file: string) => (await ask(`/${stored.playbackId}/270p/${file}`)).status
    expect([await status('init.mp4'), await status('1.m4s')]).toEqual([200, 200])
    for (const file of ['-1.m4s', 'x1.m4s', 'init.mp4x', '1.m4sx', 'xinit.mp4', '1.init.mp4'])
      expect([file, await status(file)]).toEqual([file, 404])
  })

  test('addresses that are no playback id are none of ours', async () => {
    for (const path of ['/short.m3u8', '/environments', `/${'a'.repeat(65)}.m3u8`])
      expect((await ask(path)).headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('players on any site may ask, beforehand too', async () => {
  const { headers } = await listed('')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('set-cookie')).toBeNull()
  const preflight = await ask(`/${plain.playbackId}/720p/0.m4s`, {
    method: 'OPTIONS',
    headers: { origin: 'https://site.test', 'access-control-request-headers': 'range' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('range')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('GET')
})

test('a playlist that is known already is not sent again', async () => {
  const etag = (await listed('')).headers.get('etag') ?? ''
  const again = await ask(`/${plain.playbackId}.m3u8`, { headers: { 'if-none-match': etag } })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(again.headers.get('etag')).toBe(etag)
})
