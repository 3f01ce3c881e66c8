import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { MediaError } from '../../media-error.ts'
import { mediaTimescale } from '../../media-map.ts'
import { runMedia } from '../../run-media.ts'
import { rewriteAsMp4 } from '../rewrite-as-mp4.ts'
import { readVideoTimeline } from '../video-timeline.ts'
import { damagedStretches, joinStretches, type Stretch } from './damaged-stretches.ts'
import type { FrameIndex } from './frame-index.ts'

interface Source {
  folder: string
  fileName: string
  stream: number
  signal?: AbortSignal | undefined
}

/** What many sound files have. */
const harmless = /Timestamps are unset|pts has no value|Non-monoton|^\s*$/i
/** A transport stream counts its packets: some of this frame are missing, or it was put together there. */
const corrupt = /Packet corrupt \(stream = \d+, dts = (-?\d+)\)/g
/** A longer time between two frames, in usual ones, is a gap. */
const gapFrames = 2.5

/**
 * Where a video is damaged that is copied by ffmpeg, from another container than MP4. It is rewritten once, as it is when it is copied,
 * and its units are checked. What a transport stream says is missing is decoded, as joined streams say so too. Such containers also lose
 * whole frames; a gap is damage where ffmpeg complains of the file as well.
 * Undefined if it cannot be rewritten.
 */
export const damagedPackets = async (
  media: Media,
  source: Source,
  index: FrameIndex,
): Promise<Stretch[] | undefined> => {
  const output = 'checked.mp4'
  try {
    const { path, complaints } = await rewriteAsMp4(media, { ...source, output })
    const timeline = await readVideoTimeline(path)
    if (!timeline) return undefined
    const units = await damagedStretches(path, timeline, source.signal)
    const isSuspect = complaints.some((line) => !harmless.test(line))
    const missing = [...complaints.join('\n').matchAll(corrupt)].map(([, decoded]) =>
      frameAt(index, Number(decoded) - index.startTicks),
    )
    const broken: Stretch[] = []
    for (const frame of joinStretches(missing)) {
      const from = timeline.startTicks + frame.start
      const part = { fileName: output, from, seconds: (frame.end - frame.start) / mediaTimescale }
      if (!(await decodes(media, { ...source, ...part }))) broken.push(frame)
    }
    return joinStretches([...units, ...broken, ...(isSuspect ? gapsOf(index) : [])])
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'failed' && error.hasRun) return undefined
    throw error
  } finally {
    await rm(join(source.folder, output), { force: true })
  }
}

/** Of the copy, so that decoding begins at the keyframe before. */
async function decodes(
  media: Media,
  part: {
    folder: string
    fileName: string
    from: number
    seconds: number
    signal?: AbortSignal | undefined
  },
): Promise<boolean> {
  const from = Math.max(0, part.from / mediaTimescale)
  const seek = ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', from.toFixed(3)]
  const length = (part.seconds + decodedAfterSeconds).toFixed(3)
  const output = ['-map', '0:v:0', '-t', length, '-f', 'null', '-']
  const { folder, signal } = part
  const options = { folder, signal, timeoutSeconds: part.seconds * 10 + 120 }
  const args = [...seek, ...inputArgs(part.fileName), ...output]
  const { stderrTail } = await runMedia(media, 'ffmpeg', args, options)
  return stderrTail.trim() === ''
}

/** A group may be as long as this, and a broken frame shows in those after it. */
const decodedAfterSeconds = 12

function frameAt({ ticks, endTicks }: FrameIndex, time: number): Stretch {
  const frame = Math.round(endTicks / ticks.length)
  const start = Math.min(endTicks - frame, Math.max(0, time))
  return { start, end: start + frame }
}

/** With the frame before each, which is often half there. */
function gapsOf({ ticks }: FrameIndex): Stretch[] {
  const times = ticks.toSorted()
  const lengths = times.subarray(1).map((time, place) => time - (times[place] ?? 0))
  const usual = lengths.toSorted()[lengths.length >> 1] ?? 0
  return Array.from(lengths.entries())
    .filter(([, length]) => length > usual * gapFrames)
    .map(([place, length]) => ({ start: times[place] ?? 0, end: (times[place] ?? 0) + length }))
}
