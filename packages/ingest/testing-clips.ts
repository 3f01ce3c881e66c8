import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readAudioHeader, readVideoHeader } from './codecs/read-headers.ts'
import type { MediaPacket, StreamHeader } from './packet.ts'

const run = promisify(execFile)

const picture = '-f lavfi -i testsrc2=size=320x180:rate=30'
const sound = '-f lavfi -i sine=frequency=440:sample_rate=48000'
const h264 = '-c:v libx264 -preset ultrafast -x264-params bframes=2 -g 30 -pix_fmt yuv420p'
const aac = '-c:a aac -ac 2'

const recipes = {
  'h264 and aac': `${picture} ${sound} -t 4 ${h264} ${aac}`,
  'h264 alone': `${picture} -t 2 ${h264}`,
  'aac alone': `${sound} -t 3 ${aac}`,
  'h264 and mp3': `${picture} ${sound} -t 2 ${h264} -c:a libmp3lame -ac 2`,
  'hevc and aac': `${picture} ${sound} -t 2 -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=30:pools=1 -pix_fmt yuv420p -tag:v hvc1 ${aac}`,
  'av1 and opus': `${picture} ${sound} -t 1 -c:v libsvtav1 -preset 12 -g 15 -svtav1-params lp=1 -pix_fmt yuv420p -c:a libopus -ac 2`,
  '4:4:4': `${picture} -t 1 -c:v libx264 -preset ultrafast -pix_fmt yuv444p`,
  '1080p59.94 interlaced size': `-f lavfi -i testsrc2=size=1920x1080:rate=60000/1001 -t 0.2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p`,
  '2160p portrait': `-f lavfi -i testsrc2=size=2160x3840:rate=24 -t 0.2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p`,
  'too large': `-f lavfi -i testsrc2=size=4608x2592:rate=5 -t 0.2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p`,
} as const

export type Recipe = keyof typeof recipes

export const makeRecipe = (recipe: Recipe) => makeClip(recipes[recipe])

interface ProbedPacket {
  codec_type: 'video' | 'audio'
  pts_time: string
  dts_time: string
  size: string
  pos: string
  flags: string
}

/** What ffprobe says is in an MP4: the packets as they lie there, in the order of their times. */
export const readClip = async (file: string) => {
  const { stdout } = await run(
    process.env['FFPROBE_PATH'] ?? 'ffprobe',
    [
      '-v',
      'error',
      '-show_entries',
      'packet=codec_type,pts_time,dts_time,size,pos,flags',
      '-of',
      'json',
      file,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const bytes = await readFile(file)
  const packets = (JSON.parse(stdout) as { packets: ProbedPacket[] }).packets.map(
    ({ codec_type: kind, pts_time: pts, dts_time: dts, size, pos, flags }): MediaPacket => ({
      kind,
      dts: Number(dts) * 1000,
      pts: Number(pts) * 1000,
      isKey: flags.includes('K'),
      data: bytes.subarray(Number(pos), Number(pos) + Number(size)),
      arrivedAt: 0,
    }),
  )
  return { header: headerOf(bytes), packets: packets.toSorted((a, b) => a.dts - b.dts) }
}

function headerOf(bytes: Buffer): StreamHeader {
  const header: StreamHeader = { said: {} }
  for (const [box, codec] of [
    ['avcC', 'avc1'],
    ['hvcC', 'hvc1'],
    ['av1C', 'av01'],
  ] as const) {
    const config = boxOf(bytes, box)
    if (config) header.video = readVideoHeader(codec, config)
  }
  const descriptors = boxOf(bytes, 'esds')
  if (descriptors) header.audio = readAudioHeader('mp4a', specificConfigOf(descriptors))
  const opus = boxOf(bytes, 'dOps')
  if (opus) header.audio = readAudioHeader('Opus', opusHeadOf(opus))
  return header
}

function boxOf(bytes: Buffer, type: string) {
  // The index is behind the media, and its last box of a type is a real one.
  const at = bytes.lastIndexOf(type)
  return at < 4 ? undefined : bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
}

/** The decoder specific info of an MPEG-4 descriptor. */
function specificConfigOf(descriptors: Buffer) {
  const at = descriptors.indexOf(Buffer.from([5, 0x80, 0x80, 0x80]))
  return descriptors.subarray(at + 5, at + 5 + descriptors[at + 4]!)
}

/** MP4 keeps the numbers of OpusHead with the other byte order. */
function opusHeadOf(dOps: Buffer) {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head[8] = 1
  head[9] = dOps[1]!
  head.writeUInt16LE(dOps.readUInt16BE(2), 10)
  head.writeUInt32LE(dOps.readUInt32BE(4), 12)
  return head
}
