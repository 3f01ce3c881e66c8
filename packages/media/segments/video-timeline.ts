import { stat } from 'node:fs/promises'
import { mediaTimescale } from '../media-map.ts'
import { readMp4, type Mp4Track } from './mp4/read-mp4.ts'
import type { SampleTable } from './mp4/sample-table.ts'

/** The frames of a video track of an mp4 file on the clock of the media map. */
export interface VideoTimeline {
  track: Mp4Track
  samples: SampleTable
  /** The presentation time of each sample, in ticks from the first frame shown, in decoding order. */
  ticks: Float64Array
  /** Presentation time of the first frame, on the file's clock. */
  startTicks: number
  /** From the first frame to the end of the last. */
  endTicks: number
  /** Keyframes and their presentation times. */
  syncSamples: Uint32Array
  syncTicks: Float64Array
}

/** Reads the track at this index of the file, or its first video; undefined where it is none. */
export const readVideoTimeline = async (
  path: string,
  stream?: number,
): Promise<VideoTimeline | undefined> => {
  const tracks = (await readMp4(path))?.tracks ?? []
  const track = stream === undefined ? tracks.find(({ kind }) => kind === 'video') : tracks[stream]
  return track?.kind === 'video' ? makeTimeline(track) : undefined
}

/** Enough for a few concurrent viewers; an hour takes three megabytes. */
const keptMax = 8
const kept = new Map<string, Promise<VideoTimeline | undefined>>()

/** The same with a cache, for requests of the next segment of the same file. */
export const keptVideoTimeline = async (
  path: string,
  stream: number,
): Promise<VideoTimeline | undefined> => {
  const { size, mtimeMs, ino } = await stat(path)
  const key = [ino, size, mtimeMs, stream].join(' ')
  const reading = kept.get(key) ?? readVideoTimeline(path, stream)
  kept.delete(key)
  kept.set(key, reading)
  reading.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return reading
}

function makeTimeline(track: Mp4Track): VideoTimeline | undefined {
  const { samples, edit, timescale } = track
  if (!samples || samples.count === 0 || timescale === 0) return undefined
  const firstSync = samples.isSync.indexOf(1)
  if (firstSync < 0) return undefined
  const from = edit ? edit.mediaTime : -Infinity
  const { first, last, lastEnd } = limitsOf(samples, firstSync, from)
  if (first === Infinity) return undefined
  const scale = mediaTimescale / timescale
  const ticks = samples.presentationTimes.map((time) => Math.round((time - first) * scale))
  const syncSamples = Uint32Array.from(syncOf(samples))
  return {
    track,
    samples,
    ticks,
    // The first frame is shown at the start of the edit, as in ffmpeg.
    startTicks: Math.round(edit ? edit.emptySeconds * mediaTimescale : first * scale),
    endTicks: Math.max(
      Math.round((lastEnd - first) * scale),
      Math.round((last - first) * scale) + 1,
    ),
    syncSamples,
    syncTicks: Float64Array.from(syncSamples, (sample) => ticks[sample] ?? 0),
  }
}

/** The first frame that is shown and can be decoded, and the last one with its end. */
function limitsOf(samples: SampleTable, firstSync: number, from: number) {
  const { presentationTimes, decodeTimes, count } = samples
  const syncTime = presentationTimes[firstSync] ?? 0
  let [first, last] = [Infinity, -Infinity]
  for (let sample = firstSync; sample < count; sample += 1) {
    const time = presentationTimes[sample] ?? 0
    // A frame that is shown before its keyframe cannot be decoded.
    if (time >= Math.max(from, syncTime) && time < first) first = time
    if (time > last) last = time
  }
  const usual =
    count > 1 ? ((decodeTimes[count - 1] ?? 0) - (decodeTimes[0] ?? 0)) / (count - 1) : 0
  return { first, last, lastEnd: last + (samples.lastDuration || usual) }
}

function* syncOf({ isSync, count }: SampleTable) {
  for (let sample = 0; sample < count; sample += 1) if (isSync[sample] === 1) yield sample
}
