import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { mediaTimescale, type VideoMap } from '../../media-map.ts'
import { streamMedia } from '../../run-media.ts'
import { joinStretches, type Stretch } from './damaged-stretches.ts'

interface DecodeWork {
  folder: string
  fileName: string
  signal?: AbortSignal | undefined
  /** A share up to 1. */
  onProgress?: ((part: number) => void) | undefined
}

/** What the decoder of H.264 says of a frame that it fills with parts of others, or refuses. */
const refused = /concealing \d+ DC|error while decoding MB|decode_slice_header error/
/** Whether the decoder says so in this line; it says all of it at the level `info`. */
export const saysRefusal = (line: string): boolean => refused.test(line)

const packetTime = /^packet\|pts_time=([^|]+)\|dts_time=(.+)$/
/** The level `info`, at which the decoder reports what it conceals. */
const infoLevel = '32'
/** Where more is refused, the decoder does not know the format, and encoding would show no more. */
const readableShare = 0.9
const patience = { leastSeconds: 600, perSecond: 8 }

/**
 * Decodes the picture once, with low priority and one thread, and returns where its frames do not decode: damage inside of a frame,
 * which its headers do not show. ffprobe writes what the decoder says behind the packet that it says it of.
 */
export const undecodedStretches = async (
  media: Media,
  { folder, fileName, signal, onProgress }: DecodeWork,
  { stream, startTicks, cuts, frameRate }: VideoMap,
): Promise<Stretch[]> => {
  const entries = 'packet=pts_time,dts_time:frame=pts_time:log=message'
  const selected = ['-select_streams', String(stream), '-show_log', infoLevel]
  const shown = ['-show_entries', entries, '-of', 'compact']
  const args = [...selected, ...shown, ...inputArgs(fileName)]
  const endTicks = cuts.at(-1) ?? 0
  const seconds = endTicks / mediaTimescale
  const timeoutSeconds = patience.leastSeconds + seconds * patience.perSecond
  const options = { folder, signal, timeoutSeconds, isBackground: true }
  const damaged = new Set<number>()
  let [packets, time, rest] = [0, 0, '']
  const read = (line: string) => {
    const [, presented = '', decoded = ''] = packetTime.exec(line) ?? []
    const stated = [presented, decoded].map(Number.parseFloat).find(Number.isFinite)
    if (stated !== undefined) {
      packets += 1
      time = Math.round(stated * mediaTimescale) - startTicks
    } else if (saysRefusal(line)) damaged.add(time)
  }
  for await (const chunk of streamMedia(media, 'ffprobe', args, options)) {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
    onProgress?.(Math.min(1, Math.max(0, time / Math.max(1, endTicks))))
  }
  read(rest)
  if (damaged.size > packets * readableShare) return []
  const frame = Math.round(mediaTimescale / frameRate)
  return joinStretches(
    Array.from(damaged)
      // Frames that an edit hides are not shown.
      .filter((at) => at >= 0 && at < endTicks)
      .map((at) => ({ start: at, end: Math.min(endTicks, at + frame) })),
  )
}
