import { beforeAll, describe, expect, test } from 'vitest'
import type { MediaPacket, StreamHeader } from '../packet.ts'
import { makeRecipe, readClip } from '../testing-clips.ts'
import { MediaReader } from './media-reader.ts'
import {
  writeAudioConfig,
  writeAudioFrame,
  writeVideoConfig,
  writeVideoFrame,
} from './write-tags.ts'

let hevc: Awaited<ReturnType<typeof readClip>>
let h264: Awaited<ReturnType<typeof readClip>>
beforeAll(async () => {
  hevc = await readClip(await makeRecipe('hevc and aac'))
  h264 = await readClip(await makeRecipe('h264 and aac'))
})

const startReader = () => {
  const headers: StreamHeader[] = []
  const packets: MediaPacket[] = []
  const reader = new MediaReader({
    takeHeader: (header) => void headers.push({ ...header }),
    takePacket: (packet) => void packets.push(packet),
  })
  return { reader, headers, packets }
}

const fourCc = Buffer.from('hvc1')
/** An enhanced tag of a keyframe with this packet type. */
const anEnhancedTag = (type: number, ...parts: Buffer[]) =>
  Buffer.concat([Buffer.from([0x90 | type]), ...parts])
const keyOf = ({ packets }: { packets: readonly MediaPacket[] }) =>
  packets.find(({ kind, isKey }) => kind === 'video' && isKey)!

describe('enhanced tags, written by hand', () => {
  const picture = () => keyOf(hevc).data
  const offset = Buffer.from([0, 0, 40])
  const sizeOf = (body: Buffer) => {
    const size = Buffer.alloc(3)
    size.writeUIntBE(body.length, 0, 3)
    return size
  }
  const forms: [string, () => Buffer, { offset: number; hasMoreTracks?: boolean }][] = [
    ['CodedFrames', () => anEnhancedTag(1, fourCc, offset, picture()), { offset: 40 }],
    ['CodedFramesX', () => anEnhancedTag(3, fourCc, picture()), { offset: 0 }],
    [
      'ModEx before CodedFrames',
      () => anEnhancedTag(7, Buffer.from([2, 1, 2, 3, 0x01]), fourCc, offset, picture()),
      { offset: 40 },
    ],
    [
      'ModEx of 300 bytes, and another, before CodedFramesX',
      () =>
        anEnhancedTag(
          7,
          Buffer.from([0xff, 1, 43]),
          Buffer.alloc(300),
          Buffer.from([0x07, 0, 9, 0x03]),
          fourCc,
          picture(),
        ),
      { offset: 0 },
    ],
    [
      'one track of many',
      () => anEnhancedTag(6, Buffer.from([0x01]), fourCc, Buffer.from([0]), offset, picture()),
      { offset: 40 },
    ],
    [
      'many tracks with one codec: the first',
      () => {
        const body = Buffer.concat([offset, picture()])
        const other = Buffer.concat([Buffer.from([1]), sizeOf(body), body])
        return anEnhancedTag(
          6,
          Buffer.from([0x11]),
          fourCc,
          Buffer.from([0]),
          sizeOf(body),
          body,
          other,
        )
      },
      { offset: 40, hasMoreTracks: true },
    ],
    [
      'many tracks with many codecs: the first',
      () => {
        const body = picture()
        const other = Buffer.concat([Buffer.from('av01'), Buffer.from([1]), sizeOf(offset), offset])
        return anEnhancedTag(
          6,
          Buffer.from([0x23]),
          fourCc,
          Buffer.from([0]),
          sizeOf(body),
          body,
          other,
        )
      },
      { offset: 0, hasMoreTracks: true },
    ],
  ]
  test.each(forms)('%s', (_name, tag, expected) => {
    const { reader, headers, packets } = startReader()
    reader.takeVideo(anEnhancedTag(0, fourCc, hevc.header.video!.config), 0, 0)
    reader.takeVideo(tag(), 100, 0)
    reader.flush()
    expect(packets).toMatchObject([
      { kind: 'video', isKey: true, dts: 100, pts: 100 + expected.offset },
    ])
    expect(packets[0]!.data.equals(picture())).toBe(true)
    expect(headers[0]!.video).toEqual(hevc.header.video)
    expect(headers[0]!.hasMoreTracks).toBe(expected.hasMoreTracks)
  })

  test('a second track, the end of a sequence and a command carry no picture', () => {
    const { reader, packets } = startReader()
    reader.takeVideo(anEnhancedTag(0, fourCc, hevc.header.video!.config), 0, 0)
    reader.takeVideo(
      anEnhancedTag(6, Buffer.from([0x03]), fourCc, Buffer.from([1]), picture()),
      0,
      0,
    )
    reader.takeVideo(anEnhancedTag(2, fourCc), 0, 0)
    reader.takeVideo(anEnhancedTag(4, fourCc, Buffer.alloc(20)), 0, 0)
    reader.takeVideo(Buffer.from([0xd1, 0]), 0, 0)
    reader.flush()
    expect(packets).toEqual([])
  })

  test.each([
    ['VP9', () => anEnhancedTag(0, Buffer.from('vp09'), Buffer.alloc(8)), '(vp09). Send H.264.'],
    ['an old codec', () => Buffer.from([0x12, 0, 0, 0, 0]), 'Send H.264.'],
    [
      'Annex B instead of lengths',
      () => Buffer.concat([Buffer.from([0x1c, 1, 0, 0, 0]), Buffer.from([0, 0, 0, 1, 0x65, 1])]),
      'NAL units with their lengths',
    ],
  ])('%s is refused in words', (_name, tag, words) => {
    const { reader } = startReader()
    reader.takeVideo(anEnhancedTag(0, fourCc, hevc.header.video!.config), 0, 0)
    expect(() => reader.takeVideo(tag(), 0, 0)).toThrow(words)
  })

  test('FLAC and Speex are refused in words', () => {
    const { reader } = startReader()
    expect(() => reader.takeAudio(Buffer.from('\u0090fLaC', 'latin1'), 0, 0)).toThrow(
      '(fLaC). Send AAC.',
    )
    expect(() => reader.takeAudio(Buffer.from([0xb0, 0]), 0, 0)).toThrow('Send AAC.')
  })
})

describe('the header', () => {
  const sound = () => h264.packets.find(({ kind }) => kind === 'audio')!
  const sendPicture = (reader: MediaReader, at: number) =>
    reader.takeVideo(writeVideoFrame('avc1', keyOf(h264)), at, at)
  const sendSound = (reader: MediaReader, at: number) =>
    reader.takeAudio(writeAudioFrame('mp4a', sound()), at, at)

  test('comes once, with both tracks, though the picture began first', () => {
    const { reader, headers, packets } = startReader()
    reader.takeVideo(writeVideoConfig(h264.header.video!), 0, 0)
    sendPicture(reader, 0)
    sendPicture(reader, 33)
    expect(headers).toEqual([])
    reader.takeAudio(writeAudioConfig(h264.header.audio!)!, 40, 40)
    sendSound(reader, 40)
    expect(headers).toHaveLength(1)
    expect(headers[0]).toMatchObject({ video: { codec: 'avc1' }, audio: { codec: 'mp4a' } })
    expect(packets.map(({ kind }) => kind)).toEqual(['video', 'video', 'audio'])
  })

  test('waits a second for the other track, and comes again when that comes later', () => {
    const { reader, headers, packets } = startReader()
    reader.takeVideo(writeVideoConfig(h264.header.video!), 0, 0)
    for (let time = 0; time <= 1000; time += 100) sendPicture(reader, time)
    expect(headers).toEqual([])
    sendPicture(reader, 1100)
    expect(headers).toHaveLength(1)
    expect(packets).toHaveLength(12)
    reader.takeAudio(writeAudioConfig(h264.header.audio!)!, 1200, 1200)
    expect(headers).toHaveLength(2)
    expect(headers[1]!.audio).toBeDefined()
  })

  test('does not wait for a track that the encoder has not announced', () => {
    const { reader, headers } = startReader()
    reader.takeSaid(['@setDataFrame', 'onMetaData', { width: 320, videocodecid: 7 }])
    reader.takeVideo(writeVideoConfig(h264.header.video!), 0, 0)
    sendPicture(reader, 0)
    expect(headers).toHaveLength(1)
    expect(headers[0]!.said).toEqual({ width: 320, videocodecid: 7 })
  })

  test('comes again only when parameters have changed', () => {
    const { reader, headers } = startReader()
    reader.takeSaid(['onMetaData', { videocodecid: 7 }])
    for (let time = 0; time < 5; time += 1) {
      reader.takeVideo(writeVideoConfig(h264.header.video!), time, time)
      sendPicture(reader, time)
    }
    expect(headers).toHaveLength(1)
    const changed = Buffer.concat([h264.header.video!.config, Buffer.from([0])])
    reader.takeVideo(writeVideoConfig({ ...h264.header.video!, config: changed }), 9, 9)
    expect(headers).toHaveLength(2)
  })

  test('keeps 40 entries of what the encoder says, each of limited length', () => {
    const { reader, headers } = startReader()
    const said = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`name${index}`.repeat(20), 'x'.repeat(1000)]),
    )
    reader.takeSaid(['onMetaData', said])
    reader.takeVideo(writeVideoConfig(h264.header.video!), 0, 0)
    sendPicture(reader, 0)
    reader.flush()
    const entries = Object.entries(headers[0]!.said)
    expect(entries).toHaveLength(40)
    for (const [name, value] of entries) {
      expect(name.length).toBeLessThanOrEqual(64)
      expect(String(value).length).toBeLessThanOrEqual(256)
    }
  })
})

test('a damaged picture is left out, and the next one comes', () => {
  const { reader, packets } = startReader()
  reader.takeSaid(['onMetaData', { videocodecid: 7 }])
  reader.takeVideo(writeVideoConfig(h264.header.video!), 0, 0)
  const good = writeVideoFrame('avc1', keyOf(h264))
  reader.takeVideo(good, 0, 0)
  reader.takeVideo(good.subarray(0, -3), 33, 33)
  reader.takeVideo(good, 66, 66)
  expect(packets.map(({ dts }) => dts)).toEqual([0, 66])
})

test('times are unfolded over the wrap, and may go back', () => {
  const { reader, packets } = startReader()
  reader.takeSaid(['onMetaData', { videocodecid: 7 }])
  reader.takeVideo(writeVideoConfig(h264.header.video!), 0, 0)
  for (const time of [2 ** 32 - 40, 2 ** 32 - 7, 26, 20, 2 ** 32 - 10])
    reader.takeVideo(writeVideoFrame('avc1', keyOf(h264)), time, 0)
  const base = 2 ** 32
  expect(packets.map(({ dts }) => dts - base)).toEqual([-40, -7, 26, 20, -10])
})
