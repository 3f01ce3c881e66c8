import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { mediaTimescale } from '../media-map.ts'
import { runMedia, streamMedia } from '../run-media.ts'
import { closedGroups } from './closed-groups.ts'
import { readVideoTimeline, type VideoTimeline } from './video-timeline.ts'

/** When the frames of a video are shown, and where it can be cut without decoding it. */
export interface FrameIndex {
  /** The first frame, in the time of the file as ffmpeg has it. */
  startTicks: number
  /** From the first frame to the end of the last. */
  endTicks: number
  /** In the order of decoding: when each frame is shown, from the first, and its bytes. */
  ticks: Float64Array
  sizes: Float64Array
  /** Frames before which nothing is shown that is decoded after them, and the other way round. */
  closedKeys: readonly number[]
  /** Frames that decode alone; in open groups those before them are still waiting for them. */
  keys: readonly number[]
  /** The file can be cut without ffmpeg. */
  timeline?: VideoTimeline
}

export interface IndexOptions {
  folder: string
  fileName: string
  stream: number
  signal?: AbortSignal | undefined
  isBackground?: boolean
}

const packetsTimeoutSeconds = 900

/** From the file's own tables where it has them (an hour takes milliseconds), else from all its packets. */
export async function indexFrames(media: Media, options: IndexOptions): Promise<FrameIndex> {
  const timeline = await readVideoTimeline(join(options.folder, options.fileName), options.stream)
  if (!timeline || timeline.track.hasManyEdits) return indexPackets(media, options)
  const { ticks, samples, startTicks, endTicks } = timeline
  const { closed, keys } = closedGroups(ticks, samples.isSync)
  // What an edit leaves out is only there for others to be decoded.
  const isShown = (_: number, sample: number) => (ticks[sample] ?? 0) >= 0
  return {
    startTicks,
    endTicks,
    ticks: ticks.filter(isShown),
    sizes: Float64Array.from(samples.sizes).filter(isShown),
    closedKeys: closed,
    keys,
    timeline,
  }
}

interface Packet {
  time: number
  duration: number
  size: number
  isKey: boolean
  /** When it is decoded. */
  decoded: number
  /** It says only when it is decoded. */
  isGuessed: boolean
}

async function indexPackets(media: Media, options: IndexOptions): Promise<FrameIndex> {
  const packets = await readPackets(media, options)
  const firstKey = packets.findIndex(({ isKey }) => isKey)
  const decodable = packets.slice(Math.max(0, firstKey))
  const keyTime = decodable[0]?.time ?? 0
  // Of what is decoded first, frames that are shown before it wait for others that are not there.
  const shown = decodable.filter(({ time }) => time >= keyTime)
  const late = decodable[0]?.isGuessed ? await firstFrameDelay(media, options, keyTime) : 0
  const ticks = Float64Array.from(shown, ({ time }) => time - keyTime)
  const { closed, keys } = closedGroups(
    ticks,
    Uint8Array.from(shown, ({ isKey }) => (isKey ? 1 : 0)),
  )
  const last = shown.reduce((most, packet) => (packet.time > most.time ? packet : most), {
    time: keyTime,
    duration: 0,
  })
  const usual = shown.length > 1 ? (last.time - keyTime) / (shown.length - 1) : mediaTimescale / 30
  const lasts = Math.round(last.duration || usual)
  return {
    startTicks: keyTime + late,
    endTicks: Math.max(1, Math.max(last.time, unstatedEnd(shown)) - keyTime + lasts),
    ticks,
    sizes: Float64Array.from(shown, ({ size }) => size),
    closedKeys: closed,
    keys,
  }
}

/** Frames that do not say when they are shown may be the last: shown as long after decoding as the first. */
function unstatedEnd(shown: readonly Packet[]): number {
  const [first] = shown
  const lastDecoded = shown.at(-1)?.decoded ?? 0
  const isComplete = !shown.some(({ isGuessed }) => isGuessed)
  if (isComplete || !first || first.isGuessed) return 0
  return lastDecoded + first.time - first.decoded || 0
}

async function readPackets(media: Media, options: IndexOptions) {
  const args = [
    '-select_streams',
    String(options.stream),
    '-show_entries',
    'packet=pts_time,dts_time,duration_time,size,flags',
    '-of',
    'csv=p=0',
    ...inputArgs(options.fileName),
  ]
  const packets: Packet[] = []
  let rest = ''
  const read = (line: string) => {
    const [shown = '', decoded = '', lasts = '', size = '', flags = ''] = line.split(',')
    // Marked so: it is only decoded for others, and not shown.
    if (flags.includes('D')) return
    const stated = Number.parseFloat(shown)
    const seconds = Number.isFinite(stated) ? stated : Number.parseFloat(decoded)
    if (!Number.isFinite(seconds)) return
    packets.push({
      time: Math.round(seconds * mediaTimescale),
      duration: (Number.parseFloat(lasts) || 0) * mediaTimescale,
      size: Number.parseInt(size) || 0,
      isKey: flags.startsWith('K'),
      decoded: Math.round(Number.parseFloat(decoded) * mediaTimescale),
      isGuessed: !Number.isFinite(stated),
    })
  }
  const limits = {
    folder: options.folder,
    timeoutSeconds: packetsTimeoutSeconds,
    signal: options.signal,
    isBackground: options.isBackground ?? false,
  }
  for await (const chunk of streamMedia(media, 'ffprobe', args, limits)) {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
  }
  if (rest) read(rest)
  return packets
}

/** Where packets do not say when they are shown, decoders find it out: by how much the first frame comes later. */
async function firstFrameDelay(
  media: Media,
  { folder, fileName, stream, signal }: IndexOptions,
  keyTime: number,
): Promise<number> {
  const args = [
    '-select_streams',
    String(stream),
    '-read_intervals',
    '%+#16',
    '-show_entries',
    'frame=best_effort_timestamp_time',
    '-of',
    'csv=p=0',
    ...inputArgs(fileName),
  ]
  const { stdout } = await runMedia(media, 'ffprobe', args, {
    folder,
    timeoutSeconds: 60,
    signal,
  })
  const first = Number.parseFloat(stdout.toString('latin1'))
  return Number.isFinite(first) ? Math.round(first * mediaTimescale) - keyTime : 0
}
