import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { describe, expect, test } from 'vitest'
import { readHevcConfig } from './read-hevc-config.ts'
import { readAacConfig, readMp3Frame, readOpusConfig } from './read-sound-config.ts'
import { readVideoHeader } from './read-headers.ts'

const run = promisify(execFile)

interface Probed {
  width: number
  height: number
  avg_frame_rate: string
  profile: string
  level: number
}

/** What ffprobe says of the picture of a file. */
const probe = async (file: string) => {
  const { stdout } = await run(process.env['FFPROBE_PATH'] ?? 'ffprobe', [
    ...'-v error -select_streams v -of json -show_entries'.split(' '),
    'stream=width,height,avg_frame_rate,profile,level',
    file,
  ])
  return (JSON.parse(stdout) as { streams: Probed[] }).streams[0]!
}

const configOf = async (file: string, box: string) => {
  const bytes = await readFile(file)
  const at = bytes.lastIndexOf(box)
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
}

const source = (size: string, rate: string) =>
  `-f lavfi -i testsrc2=size=${size}:rate=${rate} -t 0.2`
const x264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
const x265 =
  '-c:v libx265 -preset ultrafast -pix_fmt yuv420p -tag:v hvc1 -x265-params log-level=none:pools=1'

describe('size, rate and profile are what ffprobe says', () => {
  test.each([
    ['avc1', 'avcC', `${source('1920x1080', '60000/1001')} ${x264}`],
    [
      'avc1',
      'avcC',
      `${source('640x360', '25')} -c:v libx264 -pix_fmt yuv420p -profile:v high -level 3.1`,
    ],
    ['avc1', 'avcC', `${source('322x182', '24')} ${x264} -profile:v baseline`],
    [
      'avc1',
      'avcC',
      `${source('320x240', '30')} ${x264} -flags +ildct+ilme -x264-params interlaced=1`,
    ],
    ['hvc1', 'hvcC', `${source('1280x720', '50')} ${x265}`],
    ['hvc1', 'hvcC', `${source('330x190', '30')} ${x265}:bframes=0`],
    [
      'av01',
      'av1C',
      `${source('640x360', '30')} -c:v libsvtav1 -preset 12 -svtav1-params lp=1 -pix_fmt yuv420p`,
    ],
    [
      'av01',
      'av1C',
      `${source('256x144', '24')} -c:v libaom-av1 -cpu-used 8 -usage realtime -pix_fmt yuv420p`,
    ],
  ] as const)('%s %s %s', async (codec, box, args) => {
    const file = await makeClip(args)
    const config = await configOf(file, box)
    const { width, height, avg_frame_rate: rate, profile, level } = await probe(file)
    const header = readVideoHeader(codec, config)
    expect(header).toMatchObject({ codec, width, height })
    const [frames = 0, seconds = 1] = rate.split('/').map(Number)
    // AV1 and some HEVC say no rate.
    expect(header.frameRate ?? frames / seconds).toBeCloseTo(frames / seconds, 2)
    expect(codec === 'av01' || header.frameRate !== undefined).toBe(true)
    expect(header.profile!.startsWith(profile)).toBe(true)
    const divisor = { avc1: 10, hvc1: 30, av01: 0 }[codec]
    expect(divisor === 0 || header.profile!.endsWith((level / divisor).toFixed(1))).toBe(true)
  })
})

test.each([0, 1, 7, 12])('a set cut off after %i bytes is an error of the peer', async (length) => {
  const file = await makeClip(`${source('640x360', '25')} ${x264}`)
  const config = (await configOf(file, 'avcC')).subarray(0, length)
  expect(() => readVideoHeader('avc1', config)).toThrow(
    expect.objectContaining({ name: 'IngestError' }),
  )
  expect(() => readHevcConfig(config)).toThrow(expect.objectContaining({ name: 'IngestError' }))
})

describe('sound', () => {
  test.each([
    ['1190', { sampleRate: 48_000, channels: 2, profile: 'LC' }],
    ['1208', { sampleRate: 44_100, channels: 1, profile: 'LC' }],
    ['2b118800', { sampleRate: 24_000, channels: 2, profile: 'HE-AAC' }],
    ['11b0', { sampleRate: 48_000, channels: 6, profile: 'LC' }],
    ['1780bb8010', { sampleRate: 96_000, channels: 2, profile: 'LC' }],
  ])('AAC %s', (hex, format) => {
    expect(readAacConfig(Buffer.from(hex, 'hex'))).toEqual(format)
  })

  test('Opus and MP3', () => {
    const head = Buffer.from('4f707573486561640106000080bb0000000000', 'hex')
    expect(readOpusConfig(head)).toEqual({ sampleRate: 48_000, channels: 6 })
    expect(readMp3Frame(Buffer.from('fffb9064', 'hex'))).toEqual({
      sampleRate: 44_100,
      channels: 2,
    })
    expect(readMp3Frame(Buffer.from('fff384c4', 'hex'))).toEqual({
      sampleRate: 24_000,
      channels: 1,
    })
  })

  test.each([
    () => readAacConfig(Buffer.alloc(0)),
    () => readAacConfig(Buffer.from('1690', 'hex')),
    () => readMp3Frame(Buffer.from('ffe0', 'hex')),
    () => readOpusConfig(Buffer.from('OpusHead')),
  ])('what is cut off or absurd is an error of the peer: %s', (read) => {
    expect(read).toThrow(expect.objectContaining({ name: 'IngestError' }))
  })
})
