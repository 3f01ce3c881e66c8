import { join } from 'node:path'
import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { streamMedia } from '../../run-media.ts'
import { type Mp4Track, readMp4 } from '../mp4/read-mp4.ts'

/** The times of sound packets, in samples of the source on the file's clock. */
interface SoundTiming {
  first: number
  end: number
  /** Samples per packet; missing: packets differ, and all their times are exact. */
  packetSamples?: number
}

interface Packets {
  /** Seconds. */
  starts: Float64Array
  lengths: Float64Array
  /** The sound ends here. */
  until?: number | undefined
}

interface Timed {
  folder: string
  fileName: string
  stream: number
  /** ffprobe's name. */
  codec: string
  /** Samples a second. */
  rate: number
  signal?: AbortSignal | undefined
}

/** In these codecs each packet is a frame, wherever reading begins. */
const framed = new Set(['aac', 'ac3', 'alac', 'dts', 'eac3', 'flac', 'mp2', 'mp3', 'opus'])
/** In these codecs every sample has an exact time, though packets may start at any. */
const isExact = (codec: string) => codec === 'vorbis' || codec.startsWith('pcm_')

/**
 * The sequence of a sound's packets, from the file's tables or its packets; undefined where some
 * are missing, or their times contradict their number.
 */
export const readSoundTiming = async (
  media: Media,
  timed: Timed,
): Promise<SoundTiming | undefined> => {
  if (!framed.has(timed.codec) && !isExact(timed.codec)) return undefined
  // The tables of uncompressed sound have an entry for each sample.
  const track = timed.codec.startsWith('pcm_') ? undefined : await trackOf(timed)
  if (track?.hasManyEdits) return undefined
  const packets = (track && packetsOfTable(track)) ?? (await packetsOfFile(media, timed))
  return packets && judgeTiming(packets, timed)
}

const trackOf = async ({ folder, fileName, stream }: Timed) =>
  (await readMp4(join(folder, fileName)))?.tracks[stream]

function packetsOfTable({ kind, samples, timescale, edit }: Mp4Track): Packets | undefined {
  if (kind !== 'audio' || !samples?.count || timescale <= 0) return undefined
  const zero = (edit?.mediaTime ?? 0) / timescale - (edit?.emptySeconds ?? 0)
  const { decodeTimes, presentationTimes, lastDuration, count } = samples
  const lengthOf = (packet: number) =>
    packet + 1 < count
      ? (decodeTimes[packet + 1] ?? 0) - (decodeTimes[packet] ?? 0)
      : lastDuration || (decodeTimes[packet] ?? 0) - (decodeTimes[packet - 1] ?? 0)
  return {
    starts: presentationTimes.map((time) => time / timescale - zero),
    lengths: presentationTimes.map((_, packet) => lengthOf(packet) / timescale),
    until: edit?.seconds === undefined ? undefined : edit.emptySeconds + edit.seconds,
  }
}

const timeoutSeconds = 900
/** Sixteen hours of packets of 20 ms; longer sounds are made as a whole and take no memory here. */
const packetsMax = 3_000_000

async function packetsOfFile(media: Media, timed: Timed): Promise<Packets | undefined> {
  const { folder, fileName, stream, signal } = timed
  const args = ['-select_streams', String(stream), '-show_entries', 'packet=pts_time,duration_time']
  const run = [...args, '-of', 'csv=p=0', ...inputArgs(fileName)]
  const starts: number[] = []
  const lengths: number[] = []
  let rest = ''
  for await (const chunk of streamMedia(media, 'ffprobe', run, {
    folder,
    timeoutSeconds,
    signal,
  })) {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') continue
      const [start, length] = line.split(',').map(Number.parseFloat)
      starts.push(start ?? Number.NaN)
      lengths.push(length ?? Number.NaN)
    }
    if (starts.length > packetsMax) return undefined
  }
  return { starts: Float64Array.from(starts), lengths: Float64Array.from(lengths) }
}

/** More than the rounding of containers, which is a millisecond; much less than any packet. */
const roundingSeconds = 0.0015

export const judgeTiming = (
  { starts, lengths, until = Infinity }: Packets,
  { codec, rate }: Pick<Timed, 'codec' | 'rate'>,
): SoundTiming | undefined => {
  const count = starts.length
  const [begin = Number.NaN, last = Number.NaN] = [starts[0], starts[count - 1]]
  const first = Math.round(begin * rate)
  const endOf = (played: number) => Math.min(played, Math.round(until * rate))
  if (framed.has(codec) && count > 1) {
    const packetSamples = Math.round(((last - begin) * rate) / (count - 1))
    const isEven = starts.every(
      (start, packet) =>
        Math.abs(start - begin - (packet * packetSamples) / rate) < roundingSeconds,
    )
    if (isEven && packetSamples > 4 * roundingSeconds * rate) {
      const lasts = Math.round((lengths[count - 1] ?? 0) * rate) || packetSamples
      const end = endOf(first + (count - 1) * packetSamples + Math.min(lasts, packetSamples))
      return { first, end, packetSamples }
    }
  }
  let end = first
  const isJoined = starts.every((start, packet) => {
    const isInPlace = Math.abs(start * rate - end) < 1
    end += Math.round((lengths[packet] ?? 0) * rate)
    return isInPlace
  })
  return isJoined && end > first ? { first, end: endOf(end) } : undefined
}
