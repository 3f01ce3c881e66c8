import type { FileHandle } from 'node:fs/promises'
import { MediaError } from '../media-error.ts'
import { readSamples } from './mp4/read-samples.ts'
import type { VideoTimeline } from './video-timeline.ts'
import { segmentHead, videoInit, type WrittenSample } from './mp4/write-fmp4.ts'

/** Half a millisecond: times converted between clocks may differ by a tick or two. */
export const toleranceTicks = 45

/** The initialisation segment for segments cut from this file. */
export const initOf = ({ track }: VideoTimeline): Buffer => {
  const { avc, width = 0, height = 0 } = track.description ?? {}
  if (!avc) throw new MediaError('failed', 'The track holds no H.264.')
  return videoInit({ width, height, avc })
}

interface Cut {
  /** Index of the segment in its rendition. */
  index: number
  /** Its start and end, in ticks of the media map. */
  start: number
  end: number
  /** Ticks of the map at which this file's clock is zero. */
  origin: number
}

/** Makes a segment of the samples between two cuts, which both must be keyframes. */
export const cutSegment = async (
  handle: FileHandle,
  timeline: VideoTimeline,
  cut: Cut,
): Promise<Buffer> => {
  return readSamples(handle, timeline.samples, planCut(timeline, cut))
}

/** The header of a segment and its samples: from the first to before the second index. */
export const planCut = (timeline: VideoTimeline, { index, start, end, origin }: Cut) => {
  const from = sampleAt(timeline, start - origin)
  const to = sampleAt(timeline, end - origin)
  if (from >= to) throw new MediaError('failed', `Segment ${index} holds no frame.`)
  const written = describe(timeline, from, to, { start, end, origin })
  return { head: segmentHead({ sequence: index + 1, time: start }, written), from, to }
}

/** Up to the end of the first frame, with which each segment can be decoded. */
export const keyframeBytesOf = (
  { samples }: VideoTimeline,
  { head, from }: Pick<ReturnType<typeof planCut>, 'head' | 'from'>,
): number => head.length + (samples.sizes[from] ?? 0)

export const holdsFrame = (
  timeline: VideoTimeline,
  { start, end, origin }: Omit<Cut, 'index'>,
): boolean => sampleAt(timeline, start - origin) < sampleAt(timeline, end - origin)

/** The keyframe from which decoding must start for this time. */
function sampleAt({ syncTicks, syncSamples, samples }: VideoTimeline, ticks: number): number {
  let [low, high] = [0, syncTicks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((syncTicks[middle] ?? 0) < ticks - toleranceTicks) low = middle + 1
    else high = middle
  }
  return low < syncSamples.length ? (syncSamples[low] ?? 0) : samples.count
}

/**
 * Decode times are the sorted presentation times: so a segment starts exactly at its cut, lasts
 * until the next, and durations are the displayed ones.
 */
function describe(
  timeline: VideoTimeline,
  from: number,
  to: number,
  { start, end, origin }: { start: number; end: number; origin: number },
): WrittenSample[] {
  const times = timeline.ticks.slice(from, to).map((ticks) => ticks + origin)
  const moments = times.toSorted()
  const first = moments[0]
  moments[0] = start
  return Array.from(times, (time, place) => {
    const moment = moments[place] ?? start
    const next = moments[place + 1] ?? end
    return {
      duration: Math.max(0, next - moment),
      size: timeline.samples.sizes[from + place] ?? 0,
      shift: (time === first ? start : time) - moment,
      isSync: timeline.samples.isSync[from + place] === 1,
    }
  })
}
