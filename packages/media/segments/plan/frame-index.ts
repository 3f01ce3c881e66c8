import { join } from 'node:path'
import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { mediaTimescale } from '../../media-map.ts'
import { runMedia, streamMedia } from '../../run-media.ts'
import { closedGroups } from './closed-groups.ts'
import { readVideoTimeline, type VideoTimeline } from '../video-timeline.ts'

/** The times of a video's frames and where it can be cut without decoding. */
export interface FrameIndex {
  /** The time of the first frame on the file's clock, as ffmpeg reports it. */
  startTicks: number
  /** From the first frame to the end of the last. */
  endTicks: number
  /** In decoding order: the presentation time of each frame from the first, and its size in bytes. */
  ticks: Float64Array
  sizes: Float64Array
  /** Keyframes that split the video: nothing decoded later is shown earlier, and the other way round. */
  closedKeys: readonly number[]
  /** All keyframes; in open groups some frames shown before the keyframe depend on it. */
  keys: readonly number[]
  /** Set if the file can be cut without ffmpeg. */
  timeline?: VideoTimeline
}

interface IndexOptions {
  folder: string
  fileName: string
  stream: number
  signal?: AbortSignal | undefined
  isBackground?: boolean
}

const packetsTimeoutSeconds = 900

/** Uses the file's own tables where it has them (milliseconds for an hour), otherwise all its packets. */
export const indexFrames = async (media: Media, options: IndexOptions): Promise<FrameIndex> => {
  const timeline = await readVideoTimeline(join(options.folder, options.fileName), options.stream)
  if (!timeline || timeline.track.hasManyEdits) return indexPackets(media, options)
  const { ticks, samples, startTicks, endTicks } = timeline
  const { closed, keys } = closedGroups(ticks, samples.isSync)
  // Samples that an edit hides are only there for others to be decoded.
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
  /** Its decode time. */
  decoded: number
  /** The packet states only its decode time. */
  isGuessed: boolean
}

async function indexPackets(media: Media, options: IndexOptions): Promise<FrameIndex> {
  const packets = await readPackets(media, options)
  const firstKey = packets.findIndex(({ isKey }) => isKey)
  const decodable = packets.slice(Math.max(0, firstKey))
  const keyTime = decodable[0]?.time ?? 0
  // Frames shown before the first keyframe depend on frames that are missing.
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

/** Frames without a presentation time may be the last: they get the same delay after decoding as the first. */
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
    // The flag marks packets that are decoded for others but not shown.
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

/** Where packets state no presentation time, decoding shows by how much the first frame is delayed. */
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

/** Keeps the frames shown within the clip, relative to its first frame. */
export const clipFrames = (index: FrameIndex, clip: { start: number; end: number }): FrameIndex => {
  const from = Math.round(clip.start * mediaTimescale)
  const until = Math.min(index.endTicks, Math.round(clip.end * mediaTimescale))
  const kept = Array.from(index.ticks.keys()).filter((frame) => {
    const time = index.ticks[frame] ?? 0
    return time >= from && time < until
  })
  const first = kept.reduce((least, frame) => Math.min(least, index.ticks[frame] ?? 0), Infinity)
  if (first === Infinity) throw new RangeError('The clip holds no frame of its source.')
  const moved = (keys: readonly number[]) =>
    keys.filter((key) => key >= first && key < until).map((key) => key - first)
  return {
    startTicks: index.startTicks + first,
    endTicks: until - first,
    ticks: Float64Array.from(kept, (frame) => (index.ticks[frame] ?? 0) - first),
    sizes: Float64Array.from(kept, (frame) => index.sizes[frame] ?? 0),
    closedKeys: moved(index.closedKeys),
    keys: moved(index.keys),
  }
}
