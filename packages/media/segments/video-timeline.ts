import { stat } from 'node:fs/promises'
import { mediaTimescale } from '../media-map.ts'
import { readMp4, type Mp4Track } from './read-mp4.ts'
import type { SampleTable } from './sample-table.ts'

/** The frames of a video track of an mp4 file on the clock of the media map. */
export interface VideoTimeline {
  track: Mp4Track
  samples: SampleTable
  /** When each sample is shown, in ticks from the first frame shown, in the order of decoding. */
  ticks: Float64Array
  /** When the first frame is shown, in the time of the file. */
  startTicks: number
  /** From the first frame to the end of the last. */
  endTicks: number
  /** Samples that can be decoded without others, and when they are shown. */
  syncSamples: Uint32Array
  syncTicks: Float64Array
}

/** Reads the track at this place among all tracks of the file, or its first video; undefined where it is none. */
export async function readVideoTimeline(
  path: string,
  stream?: number,
): Promise<VideoTimeline | undefined> {
  const tracks = (await readMp4(path))?.tracks ?? []
  const track = stream === undefined ? tracks.find(({ kind }) => kind === 'video') : tracks[stream]
  return track?.kind === 'video' ? makeTimeline(track) : undefined
}

/** As many as a few people watch at the same time; an hour takes three megabytes. */
const keptMax = 8
const kept = new Map<string, Promise<VideoTimeline | undefined>>()

/** The same, kept for whoever asks for the next segment of the same file. */
export async function keptVideoTimeline(
  path: string,
  stream: number,
): Promise<VideoTimeline | undefined> {
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
    // What is shown first is shown at the beginning of the edit, as ffmpeg has it too.
    startTicks: Math.round(edit ? edit.emptySeconds * mediaTimescale : first * scale),
    endTicks: Math.max(
      Math.round((lastEnd - first) * scale),
      Math.round((last - first) * scale) + 1,
    ),
    syncSamples,
    syncTicks: Float64Array.from(syncSamples, (sample) => ticks[sample] ?? 0),
  }
}

/** The first frame that is shown and can be, the last one and its end. */
function limitsOf(samples: SampleTable, firstSync: number, from: number) {
  const { presentationTimes, decodeTimes, count } = samples
  const syncTime = presentationTimes[firstSync] ?? 0
  let [first, last] = [Infinity, -Infinity]
  for (let sample = firstSync; sample < count; sample += 1) {
    const time = presentationTimes[sample] ?? 0
    // What is shown before the frame that it depends on cannot be decoded.
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
