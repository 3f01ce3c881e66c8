import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MediaPacket } from '@playhead/ingest/packet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { MediaMap } from '../media-map.ts'
import { countFrames, readDecoded } from '../segments/testing-segments.ts'
import { parsePlaylist } from '../../../tests/live/parse-playlist.ts'
import { recoverRecording } from './recover-recording.ts'
import {
  liveClip,
  makeLater,
  readHash,
  readRenditionSamples,
  readStream,
  type Stream,
} from './testing-packets.ts'
import {
  deleteLiveFolders,
  makeLonger,
  sendPackets,
  startRecording,
  startWatching,
  type Watched,
} from './testing-watcher.ts'

let stream: Stream
let larger: Stream
let slow: Stream
beforeAll(async () => {
  ;[stream, larger, slow] = await Promise.all([
    readStream(await makeClip(liveClip)),
    readStream(await makeClip(liveClip.replace('160x90', '320x180'))),
    // One frame in 250 is a keyframe.
    readStream(await makeClip(liveClip.replace('d=6', 'd=14').replace('-g 30', '-g 250'))),
  ])
})
afterAll(deleteLiveFolders)

/** Both renditions decode, and picture and sound have as many segments and breaks. */
const expectPlayable = async (watched: Watched) => {
  const finished = await watched.recording.finish()
  expect(await watched.problems()).toEqual([])
  expect(MediaMap.safeParse(finished.map).error).toBeUndefined()
  const [picture, sound] = ['source', 'audio-0'].map((name) =>
    parsePlaylist(watched.text(name, 'event')),
  )
  const breaks = picture?.segments.map(({ isDiscontinuity }) => isDiscontinuity)
  expect(sound?.segments.map(({ isDiscontinuity }) => isDiscontinuity)).toEqual(breaks)
  expect(finished.map?.video?.cuts).toHaveLength((breaks?.length ?? 0) + 1)
  let frames = 0
  for (const { name, pieces } of finished.renditions)
    for (const { fileName, offsets } of pieces) {
      const file = await readFile(path.join(watched.folder, fileName))
      expect(offsets.at(-1)).toBe(file.length)
      if (name === 'source') frames += await countFrames(watched.folder, [file])
      else await readDecoded(watched.folder, [file], '-f', 'null')
      expect(name).toBe(fileName.replace(/-\d+\.mp4$/, ''))
    }
  const samples = await readRenditionSamples(watched.folder, finished, 'source')
  expect(frames).toBe(samples.length)
  return { finished, breaks: breaks ?? [] }
}

const videoOf = (packets: readonly MediaPacket[]) => packets.filter(({ kind }) => kind === 'video')
const hashOf = (packets: readonly { data: Buffer }[]) => readHash(packets.map(({ data }) => data))

describe('a broadcast', () => {
  test('goes on behind a discontinuity when its encoder comes back', async () => {
    const watched = await startRecording()
    const { recording } = watched
    recording.begin(stream.header)
    await sendPackets(watched, stream.packets)
    recording.leave()
    await recording.files.settled()
    const away = await recording.window.playlist({ rendition: 'source', kind: 'window' })
    expect(away).toMatchObject({ text: expect.not.stringContaining('PRELOAD-HINT') })
    recording.begin(stream.header)
    await sendPackets(watched, makeLater(stream.packets, 20_000))
    const { finished, breaks } = await expectPlayable(watched)
    expect(breaks).toEqual([false, false, false, true, false, false])
    // The same parameters: the same piece and file.
    expect(finished.renditions.map(({ pieces }) => pieces.length)).toEqual([1, 1])
    const joins = [0, 3].map((firstSegment) => ({ firstSegment, piece: 0 }))
    expect(finished.map?.stretches).toEqual({ source: joins, 'audio-0': joins })
    const { segments } = parsePlaylist(watched.text('source', 'event'))
    expect((segments[3]?.time ?? 0) - (segments[0]?.time ?? 0)).toBe(20_000)
    expect(finished.recordingTimes).toMatchObject([{ kind: 'content' }, { kind: 'content' }])
    const kept = await readRenditionSamples(watched.folder, finished, 'source')
    expect(hashOf(kept)).toBe(hashOf([...videoOf(stream.packets), ...videoOf(stream.packets)]))
  })

  test('gets another piece when the size of its picture changes', async () => {
    const watched = await startRecording()
    watched.recording.begin(stream.header)
    await sendPackets(watched, stream.packets)
    watched.recording.begin(larger.header)
    await sendPackets(watched, makeLater(larger.packets, 6000))
    watched.recording.begin(larger.header)
    await sendPackets(watched, makeLater(larger.packets, 12_000))
    const { finished, breaks } = await expectPlayable(watched)
    expect(breaks.filter(Boolean)).toHaveLength(1)
    const [source, sound] = finished.renditions
    expect(source?.pieces.map(({ fileName }) => fileName)).toEqual(['source-0.mp4', 'source-1.mp4'])
    expect(sound?.pieces).toHaveLength(1)
    const starts = [0, 3].map((firstSegment) => expect.objectContaining({ firstSegment }))
    expect(finished.map?.stretches).toEqual({ source: starts, 'audio-0': starts })
    expect(finished.map?.stretches?.['source']?.map(({ piece }) => piece)).toEqual([0, 1])
    expect(watched.text('source', 'event')).toContain('#EXT-X-MAP:URI="source/init-1.mp4"')
    const frames = await Promise.all(
      ['source-0.mp4', 'source-1.mp4'].map(async (name) =>
        countFrames(watched.folder, [await readFile(path.join(watched.folder, name))]),
      ),
    )
    expect(frames).toEqual([180, 360])
  })

  test('begins a new part of the timeline where timestamps jump, and moves what steps back', async () => {
    const watched = await startRecording()
    watched.recording.begin(stream.header)
    const back = videoOf(stream.packets)[100]
    await sendPackets(
      watched,
      stream.packets.map((packet) =>
        packet === back ? { ...packet, dts: packet.dts - 400, pts: packet.pts - 400 } : packet,
      ),
    )
    await sendPackets(watched, makeLater(stream.packets, 500_000))
    const { finished, breaks } = await expectPlayable(watched)
    expect(breaks).toEqual([false, false, false, true, false, false])
    expect(finished.durationSeconds).toBeLessThan(12.2)
    const kept = await readRenditionSamples(watched.folder, finished, 'source')
    expect(kept).toHaveLength(360)
    const decodeTimes = kept.map(({ decode }) => decode)
    expect(decodeTimes).toEqual([...new Set(decodeTimes)].toSorted((one, other) => one - other))
  })

  test('does not notice that timestamps wrap', async () => {
    const watched = await startRecording()
    watched.recording.begin(stream.header)
    const wrap = 2 ** 32
    const packets = makeLater(stream.packets, wrap - 4000).map((packet) => ({
      ...packet,
      dts: packet.dts % wrap,
      pts: packet.pts % wrap,
    }))
    expect(packets.at(-1)!.dts).toBeLessThan(packets[0]!.dts)
    await sendPackets(watched, packets)
    const { finished, breaks } = await expectPlayable(watched)
    expect(breaks).toEqual([false, false, false])
    expect(finished.durationSeconds).toBeCloseTo(6, 1)
    expect(finished.map?.video?.cuts).toEqual([0, 180_000, 360_000, 540_000])
  })

  test('is silent where its sound stops, and takes it up again', async () => {
    const watched = await startRecording()
    watched.recording.begin(stream.header)
    const isHeard = ({ kind, dts }: MediaPacket) => kind === 'video' || dts < 4500 || dts > 10_500
    const { packets } = makeLonger(stream, 3)
    await sendPackets(watched, packets.filter(isHeard))
    const { finished } = await expectPlayable(watched)
    const sound = await readRenditionSamples(watched.folder, finished, 'audio-0')
    expect(sound.length).toBeGreaterThan(830)
    const bytes = await readFile(path.join(watched.folder, 'audio-0-0.mp4'))
    const pcm = await readDecoded(watched.folder, [bytes], '-f', 's16le', '-ac', '1')
    const loudest = (from: number, to: number) => {
      const samples = pcm.subarray(from * 96_000, to * 96_000)
      let most = 0
      for (let place = 0; place < samples.length; place += 2)
        most = Math.max(most, Math.abs(samples.readInt16LE(place)))
      return most
    }
    expect(loudest(1, 3)).toBeGreaterThan(1000)
    expect(loudest(5, 8)).toBeLessThan(5)
    expect(loudest(12, 15)).toBeGreaterThan(1000)
  })

  test('with keyframes far apart is cut without them once a target is fixed', async () => {
    const first = makeLonger(stream, 1)
    const watched = await startRecording()
    watched.recording.begin(first.header)
    await sendPackets(watched, first.packets)
    watched.recording.begin(slow.header)
    await sendPackets(watched, makeLater(slow.packets, 6000))
    const { finished } = await expectPlayable(watched)
    expect(finished.map?.openCuts?.length).toBeGreaterThanOrEqual(4)
    expect(finished.map?.openCuts).not.toContain(3)
    const { rungs } = finished.map!.video!
    expect(rungs.map(({ name, isOnDemand }) => [name, isOnDemand])).toEqual([['source', true]])
    const kept = await readRenditionSamples(watched.folder, finished, 'source')
    expect(hashOf(kept)).toBe(hashOf(videoOf([...first.packets, ...slow.packets])))
  })

  test('with slow keyframes from the start has a target that fits them', async () => {
    const watched = await startRecording()
    watched.recording.begin(slow.header)
    await sendPackets(watched, slow.packets)
    const { finished } = await expectPlayable(watched)
    expect(finished.map?.openCuts).toBeUndefined()
    expect(parsePlaylist(watched.text('source')).target).toBe(8)
  })

  test('keeps its rules whatever an encoder sends', async () => {
    const seeds = howMany('live-seeds', { usual: 3, long: 15, release: 300 })
    for (let seed = 1; seed <= seeds; seed += 1) {
      const watched = await startRecording({
        latencyMode: (['low', 'reduced', 'standard'] as const)[seed % 3]!,
      })
      const kept = await sendAnything(watched, seed)
      const recording = seed % 2 === 0 ? watched.recording : await restart(watched)
      const again = recording === watched.recording ? watched : startWatching(recording)
      again.recording.begin(stream.header)
      await sendPackets(again, stream.packets)
      kept.push(...videoOf(stream.packets))
      const finished = await recording.finish()
      expect(await watched.problems(), `seed ${seed}`).toEqual([])
      expect(await again.problems(), `seed ${seed}`).toEqual([])
      const samples = await readRenditionSamples(watched.folder, finished, 'source')
      expect(hashOf(samples), `seed ${seed}`).toBe(hashOf(kept))
      const counts = finished.renditions.map(({ pieces }) =>
        pieces.reduce((sum, { offsets }) => sum + offsets.length - 1, 0),
      )
      expect(new Set(counts).size, `seed ${seed}`).toBe(1)
    }
  })
})

/** Numbers that look random and are the same for the same seed. */
const aRandom = (seed: number) => {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e_37_79_b9) >>> 0
    return state / 2 ** 32
  }
}

const restart = async (watched: Watched) => {
  await watched.recording.suspend()
  const recovered = await recoverRecording(watched.folder)
  if (!recovered) throw new Error('Nothing to recover.')
  return recovered
}

/** Encoders that leave, come back, jump, stutter and change their sound; returns the pictures that must be kept. */
async function sendAnything(watched: Watched, seed: number): Promise<MediaPacket[]> {
  const random = aRandom(seed)
  const kept: MediaPacket[] = []
  let laterMs = 0
  for (let round = 0; round < 5; round += 1) {
    const choice = Math.floor(random() * 5)
    if (round === 0 || choice === 0) {
      watched.recording.leave()
      watched.recording.begin(stream.header)
    }
    laterMs += choice === 1 ? 5000 + random() * 1e6 : 0
    const from = choice === 2 ? Math.floor(random() * 60) : 0
    const silentFrom = choice === 3 && round > 0 ? random() * 6000 : Infinity
    const packets = makeLater(stream.packets, Math.round(laterMs))
      .slice(from)
      .filter(({ kind, dts }) => kind === 'video' || dts - laterMs - 1000 < silentFrom)
    // What comes before the first keyframe of a connection or behind a jump cannot be decoded.
    const isNew = round === 0 || choice === 0 || choice === 1
    const firstKey = packets.findIndex(({ kind, isKey }) => kind === 'video' && isKey)
    kept.push(
      ...videoOf(isNew || packets[0]!.dts - laterMs > 2000 ? packets.slice(firstKey) : packets),
    )
    await sendPackets(watched, packets)
    laterMs += 6000
  }
  return kept
}
