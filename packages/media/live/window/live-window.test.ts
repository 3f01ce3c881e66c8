import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { parsePlaylist } from '../../../../tests/live/parse-playlist.ts'
import { readLiveBytes } from '../live-bytes.ts'
import type { LatencyMode } from '../segment-plan.ts'
import { countFragments, liveClip, readStream, type Stream } from '../testing-packets.ts'
import { deleteLiveFolders, makeLonger, sendPackets, startRecording } from '../testing-watcher.ts'

let stream: Stream
beforeAll(async () => {
  stream = await readStream(await makeClip(liveClip))
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(deleteLiveFolders)

const startPlaying = async (seconds: number, latencyMode: LatencyMode = 'low') => {
  const watched = await startRecording({ latencyMode })
  const long = makeLonger(stream, Math.ceil((seconds + 4) / 6))
  const before = long.packets.findIndex(({ dts }) => dts >= 1000 + seconds * 1000)
  watched.recording.begin(stream.header)
  await sendPackets(watched, long.packets.slice(0, before))
  const rest = long.packets.slice(before)
  const send = async (count: number) => {
    if (rest.length === 0) throw new Error('All packets are sent.')
    await sendPackets(watched, rest.splice(0, count))
  }
  return { ...watched, window: watched.recording.window, send }
}

const only = (kind: 'video' | 'audio'): Stream => ({
  header: { said: {}, [kind]: stream.header[kind] },
  packets: stream.packets.filter((packet) => packet.kind === kind),
})

describe('playlists of a broadcast', () => {
  test.each(someOf('latency modes', ['low', 'reduced', 'standard'] as const, 1))(
    'keep all rules after every part, with latency mode %s',
    async (latencyMode) => {
      const watched = await startRecording({ latencyMode })
      watched.recording.begin(stream.header)
      await sendPackets(watched, makeLonger(stream, 8).packets)
      expect(await watched.problems()).toEqual([])
      const namesParts = () => watched.text('source').includes('#EXT-X-PART:')
      expect(namesParts()).toBe(latencyMode !== 'standard')
      await watched.recording.finish()
      expect(await watched.problems()).toEqual([])
      expect(watched.count()).toBeGreaterThan(90)
      // Players ask for the last part when they have reached the end; segments are enough for it.
      expect(namesParts()).toBe(false)
      const text = watched.text('source')
      expect(parsePlaylist(text).isEnded).toBe(true)
      expect(parsePlaylist(text).mediaSequence).toBeGreaterThan(0)
      expect(parsePlaylist(watched.text('source', 'event')).mediaSequence).toBe(0)
    },
  )

  test.each(['video', 'audio'] as const)('keep all rules with %s alone', async (kind) => {
    const watched = await startRecording()
    watched.recording.begin(stream.header && only(kind).header)
    await sendPackets(watched, makeLonger(only(kind), 3).packets)
    const finished = await watched.recording.finish()
    expect(await watched.problems()).toEqual([])
    expect(finished.renditions.map(({ name }) => name)).toEqual([
      kind === 'video' ? 'source' : 'audio-0',
    ])
    expect(finished.durationSeconds).toBeGreaterThan(17)
  })

  test('name all renditions, with rates and codecs', async () => {
    const { window } = await startPlaying(5)
    expect(window.multivariant({ prefix: 'abc/', query: '?token=1' })).toMatch(
      /^#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1",URI="abc\/audio-0\.m3u8\?token=1"\n#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=160x90,FRAME-RATE=30\.000,CODECS="avc1\.64000b,mp4a\.40\.2",AUDIO="audio",CLOSED-CAPTIONS=NONE\nabc\/source\.m3u8\?token=1\n$/,
    )
  })

  test('carry a query on every address, and are zipped once without one', async () => {
    const { window } = await startPlaying(5)
    const signed = await window.playlist({ rendition: 'source', kind: 'window', query: '?token=1' })
    const plain = await window.playlist({ rendition: 'source', kind: 'window' })
    if (signed.status !== 200 || plain.status !== 200) throw new Error('No playlist.')
    const addresses = signed.text.match(/[\w.-]+\.(m4s|mp4|m3u8)[^",\n]*/g) ?? []
    expect(addresses.length).toBeGreaterThan(8)
    expect(addresses.filter((address) => !address.endsWith('?token=1'))).toEqual([])
    expect(signed.text.replaceAll('?token=1', '')).toBe(plain.text)
    const zipped = await plain.zipped?.()
    expect(String(gunzipSync(zipped!))).toBe(plain.text)
    expect(await plain.zipped?.()).toBe(zipped)
  })

  test('are made and zipped once for all with the same query, where they are long', async () => {
    const { window } = await startPlaying(5)
    const ask = (query: string) => window.playlist({ rendition: 'source', kind: 'event', query })
    const query = `?token=${'x'.repeat(9000)}`
    const [first, second, short] = [await ask(query), await ask(query), await ask('?token=1')]
    if (first.status !== 200 || second.status !== 200 || short.status !== 200)
      throw new Error('No playlist.')
    const zipped = await first.zipped?.()
    expect(String(gunzipSync(zipped!))).toBe(first.text)
    expect(await second.zipped?.()).toBe(zipped)
    expect(short.zipped).toBeUndefined()
  })

  test('of a part of the recording list its segments, and end with the last of them', async () => {
    const { window, send } = await startPlaying(5)
    expect(window.segmentsWithin({ start: 60 })).toBeUndefined()
    expect(window.segmentsWithin({ start: 2.5, end: 60 })).toEqual({ first: 1, last: Infinity })
    const ask = async (given: object = {}) => {
      const within = window.segmentsWithin({ start: 2.5, end: 5 })
      const answer = await window.playlist({
        rendition: 'source',
        kind: 'event',
        within,
        ...given,
      })
      if (answer.status !== 200) throw new Error('No playlist.')
      return parsePlaylist(answer.text)
    }
    const growing = await ask()
    expect(growing).toMatchObject({ mediaSequence: 1, isEnded: false })
    const waiting = ask({ msn: 2 })
    while (window.waiting > 0) await send(3)
    await waiting
    for (let count = 0; count < 60; count += 1) await send(3)
    const whole = await ask()
    expect(whole).toMatchObject({ mediaSequence: 1, isEnded: true })
    expect(whole.segments.map(({ msn }) => msn)).toEqual([1, 2])
    // What comes later is no part of it.
    expect((await ask({ msn: 4 })).segments).toHaveLength(2)
  })
})

describe('a player that waits', () => {
  test('is woken by the part that it asked for, and one text serves all who wait', async () => {
    const { window, send } = await startPlaying(5)
    const made = window.textsMade
    const { msn, part } = window.renditions[0]!.last!
    const asked = { rendition: 'source', kind: 'window', msn, part: part! + 1 } as const
    const waiting = Promise.all(Array.from({ length: 300 }, () => window.playlist(asked)))
    expect(window.waiting).toBe(300)
    while (window.waiting > 0) await send(3)
    const answers = await waiting
    expect(window.waiting).toBe(0)
    const [first] = answers
    if (first?.status !== 200) throw new Error('No playlist.')
    expect(first.text).toContain(`source/${msn}.${part! + 1}.m4s`)
    expect(new Set(answers.map((one) => (one.status === 200 ? one.text : one.status))).size).toBe(1)
    // The watcher reads the same texts; each of its kinds and ours is made once per change.
    expect(window.textsMade - made).toBeLessThanOrEqual(8)
  })

  test('for a part behind the last of a segment gets the next segment', async () => {
    const { window, send } = await startPlaying(5)
    const msn = window.renditions[0]!.segments.length
    const asked = window.playlist({ rendition: 'source', kind: 'window', msn, part: 40 })
    while (window.waiting > 0) await send(3)
    const answer = await asked
    if (answer.status !== 200) throw new Error('No playlist.')
    expect(parsePlaylist(answer.text).segments.at(-1)).toMatchObject({ msn: msn + 1 })
  })

  test('too far ahead, or without a segment, is refused', async () => {
    const { window } = await startPlaying(5)
    const ahead = window.renditions[0]!.segments.length + 2
    const ask = (given: object) =>
      window.playlist({ rendition: 'source', kind: 'window', ...given })
    expect(await ask({ msn: ahead })).toMatchObject({ status: 400 })
    expect(await ask({ part: 0 })).toMatchObject({ status: 400 })
    expect(await ask({ rendition: '480p' })).toMatchObject({ status: 404 })
  })

  test('gets 503 after three targets without anything', async () => {
    const { window } = await startPlaying(5)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const msn = window.renditions[0]!.segments.length
    const asked = window.playlist({ rendition: 'source', kind: 'window', msn })
    await vi.advanceTimersByTimeAsync(5999)
    expect(window.waiting).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toMatchObject({ status: 503 })
    expect(window.waiting).toBe(0)
  })

  test('leaves nothing behind when it goes away', async () => {
    const { window } = await startPlaying(5)
    const leaving = new AbortController()
    const { signal } = leaving
    const msn = window.renditions[0]!.segments.length
    const asked = window.playlist({ rendition: 'source', kind: 'window', msn, signal })
    const part = window.part('source', { msn, index: 99 }, leaving)
    leaving.abort()
    expect(await asked).toMatchObject({ status: 503 })
    expect(await part).toBeUndefined()
    expect(window.waiting).toBe(0)
  })

  test('gets the end when the broadcast ends', async () => {
    const { window, recording } = await startPlaying(5)
    const msn = window.renditions[0]!.segments.length + 1
    const asked = window.playlist({ rendition: 'source', kind: 'window', msn })
    await recording.finish()
    const answer = await asked
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('#EXT-X-ENDLIST') })
  })
})

describe('bytes', () => {
  test('of a hinted part come when it is there', async () => {
    const { window, text, send, parts } = await startPlaying(5)
    const [, msn = '', index = ''] = /PRELOAD-HINT:.*source\/(\d+)\.(\d+)\.m4s/.exec(
      text('source'),
    )!
    const asked = window.part('source', { msn: Number(msn), index: Number(index) })
    while (window.waiting > 0) await send(3)
    const bytes = await readLiveBytes((await asked)!)
    const part = parts.find(
      (one) => one.rendition === 'source' && one.msn === Number(msn) && one.index === Number(index),
    )
    expect(bytes.equals(Buffer.concat(part!.buffers!))).toBe(true)
  })

  test('of a segment are its parts, its file, and in memory only while it is young', async () => {
    const { window, folder, parts } = await startPlaying(20)
    for (const name of ['source', 'audio-0']) {
      const file = await readFile(path.join(folder, `${name}-0.mp4`))
      const { segments } = window.renditions.find((one) => one.name === name)!
      expect(segments.length).toBeGreaterThanOrEqual(9)
      for (const { msn } of segments) {
        const place = window.segment(name, msn)!
        const bytes = await readLiveBytes(place)
        const own = parts.filter((part) => part.rendition === name && part.msn === msn)
        expect(bytes.equals(Buffer.concat(own.flatMap((part) => part.buffers!)))).toBe(true)
        const { offset } = place.file
        expect(bytes.equals(file.subarray(offset, offset + place.length))).toBe(true)
        expect(countFragments(bytes)).toBe(own.length)
      }
      // All viewers get the same buffer, also of its parts.
      const last = segments.at(-1)!.msn
      const whole = window.segment(name, last)!.bytes!
      const part = (await window.part(name, { msn: last, index: 1 }))!.bytes!
      expect([window.segment(name, last)!.bytes === whole, part.buffer === whole.buffer]).toEqual([
        true,
        true,
      ])
      const inMemory = segments.filter(({ msn }) => window.segment(name, msn)?.bytes)
      expect(inMemory.length).toBeGreaterThanOrEqual(3)
      expect(inMemory.length).toBeLessThanOrEqual(4)
      expect(inMemory.at(-1)).toBe(segments.at(-1))
      expect(window.init(name, 0)!.equals(file.subarray(0, window.init(name, 0)!.length))).toBe(
        true,
      )
    }
    const open = 2 * 8 * 20_000
    expect(window.bytesInMemory).toBeLessThan(4 * 2 * 40_000 + open)
  })
})
