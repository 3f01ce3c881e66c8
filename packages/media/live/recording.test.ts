import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { mediaTimescale } from '../media-map.ts'
import { readMp4 } from '../segments/mp4/read-mp4.ts'
import { countFrames, readDecoded } from '../segments/testing-segments.ts'
import type { LivePart } from './live-part.ts'
import { openRecording, type LiveRecording } from './live-recording.ts'
import {
  liveClip,
  readHash,
  readRenditionSamples,
  readStream,
  type Stream,
} from './testing-packets.ts'

const folders: string[] = []
let stream: Stream

beforeAll(async () => {
  stream = await readStream(await makeClip(liveClip))
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const record = async (options: Partial<Parameters<typeof openRecording>[0]> = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recording-'))
  folders.push(folder)
  const recording = await openRecording({ folder, latencyMode: 'low', ...options })
  const parts: LivePart[] = []
  recording.on('part', (part) => parts.push({ ...part }))
  recording.on('failure', (error) => {
    throw error
  })
  return { folder, recording, parts }
}

const pushAll = (recording: LiveRecording, { header, packets }: Stream) => {
  recording.begin(header)
  for (const packet of packets) recording.push(packet)
}

describe('a recording', () => {
  test('keeps every packet of picture and sound, and decodes without a warning', async () => {
    const { folder, recording } = await record()
    pushAll(recording, stream)
    const finished = await recording.finish()
    const pushed = (kind: string) => stream.packets.filter((packet) => packet.kind === kind)
    const picture = await readRenditionSamples(folder, finished, 'source')
    const sound = await readRenditionSamples(folder, finished, 'audio-0')
    expect(readHash(picture.map(({ data }) => data))).toBe(
      readHash(pushed('video').map(({ data }) => data)),
    )
    const heard = pushed('audio').filter(({ data }) => sound.some((one) => one.data.equals(data)))
    expect(readHash(sound.map(({ data }) => data))).toBe(readHash(heard.map(({ data }) => data)))
    expect(pushed('audio').length - heard.length).toBeLessThanOrEqual(2)
    const whole = [await readFile(path.join(folder, 'source-0.mp4'))]
    expect(await countFrames(folder, whole)).toBe(180)
    await readDecoded(folder, [await readFile(path.join(folder, 'audio-0-0.mp4'))], '-f', 'null')
    expect(finished.durationSeconds).toBeCloseTo(6, 1)
    expect(finished.map?.video?.cuts.map((cut) => cut / mediaTimescale)).toEqual([0, 2, 4, 6])
    expect(finished.map?.audio[0]?.cuts).toHaveLength(4)
  })

  test.each(Array.from({ length: 8 }, (_, cut) => cut))(
    'ends picture and sound together where its encoder is cut off after any picture: %i',
    async (cut) => {
      const { folder, recording } = await record()
      // Sound is a quarter of a second behind or ahead, as encoders send it.
      const last = stream.packets.filter(({ kind }) => kind === 'video')[100 + cut]?.dts ?? 0
      const aheadMs = cut % 2 === 0 ? -250 : 250
      const until = { video: last, audio: last + aheadMs }
      const packets = stream.packets.filter(({ kind, dts }) => dts <= until[kind])
      pushAll(recording, { ...stream, packets })
      const finished = await recording.finish()
      const stated = (finished.map?.video?.cuts.at(-1) ?? 0) / mediaTimescale
      const ends = []
      for (const name of ['source-0', 'audio-0-0']) {
        const track = (await readMp4(path.join(folder, `${name}.mp4`)))?.tracks[0]
        const { presentationTimes = new Float64Array(), lastDuration = 0 } = track?.samples ?? {}
        const lastEnd = (presentationTimes.at(-1) ?? 0) + lastDuration
        const latest = Math.max(...presentationTimes) + (name === 'source-0' ? 3000 : 0)
        ends.push(Math.max(lastEnd, latest) / (track?.timescale ?? 1))
      }
      expect(ends[0]).toBeCloseTo(stated, 3)
      // To the nearest packet; one that came may go beyond.
      expect(Math.abs((ends[1] ?? 0) - stated)).toBeLessThan(1024 / 48_000 + 0.001)
      expect(stated).toBeGreaterThanOrEqual(last / 1000 - 1)
    },
  )

  test.each([
    { rate: 30, sampleRate: 48_000 },
    { rate: 25, sampleRate: 48_000 },
    { rate: 60, sampleRate: 44_100 },
  ])('offers two seconds as four parts, none of them short: %o', async ({ rate, sampleRate }) => {
    const { recording, parts } = await record()
    const clip = liveClip
      .replace('r=30', `r=${rate}`)
      .replace('-g 30', `-g ${rate}`)
      .replace('48000', String(sampleRate))
    pushAll(recording, await readStream(await makeClip(clip)))
    await recording.finish()
    for (const name of ['source', 'audio-0']) {
      const own = parts.filter(({ rendition }) => rendition === name)
      // The sound of the third may end later than its picture, and there the recording ends.
      const whole = own.filter(({ msn }) => msn < 2)
      expect(whole.map(({ msn, index }) => [msn, index])).toEqual(
        [0, 1].flatMap((msn) => [0, 1, 2, 3].map((index) => [msn, index])),
      )
      const seconds = whole.map(({ duration }) => duration / mediaTimescale)
      expect(Math.max(...seconds)).toBeLessThanOrEqual(0.52)
      expect(Math.min(...seconds)).toBeGreaterThanOrEqual(0.35)
    }
  })
})
