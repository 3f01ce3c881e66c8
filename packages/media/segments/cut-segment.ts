import type { FileHandle } from 'node:fs/promises'
import { MediaError } from '../media-error.ts'
import { readSamples } from './read-samples.ts'
import type { VideoTimeline } from './video-timeline.ts'
import { segmentHead, videoInit, type WrittenSample } from './write-fmp4.ts'

/** Half a millisecond: times that went through another clock may be a tick or two aside. */
export const toleranceTicks = 45

/** The initialisation part of what is cut from this file. */
export function initOf({ track }: VideoTimeline): Buffer {
  const { avc, width = 0, height = 0 } = track.description ?? {}
  if (!avc) throw new MediaError('failed', 'The track holds no H.264.')
  return videoInit({ width, height, avc })
}

export interface Cut {
  /** Number of the segment in its rendition. */
  index: number
  /** Where it begins and ends, in ticks of the media map. */
  start: number
  end: number
  /** Ticks of the map at which the frames of this file count zero. */
  origin: number
}

/** Makes a segment of the samples that lie between two cuts, which both are at frames that can be decoded alone. */
export async function cutSegment(
  handle: FileHandle,
  timeline: VideoTimeline,
  cut: Cut,
): Promise<Buffer> {
  return readSamples(handle, timeline.samples, planCut(timeline, cut))
}

/** What stands before the samples of a segment, and which they are: from the first to before the second. */
export function planCut(timeline: VideoTimeline, { index, start, end, origin }: Cut) {
  const from = sampleAt(timeline, start - origin)
  const to = sampleAt(timeline, end - origin)
  if (from >= to) throw new MediaError('failed', `Segment ${index} holds no frame.`)
  const written = describe(timeline, from, to, { start, end, origin })
  return { head: segmentHead({ sequence: index + 1, time: start }, written), from, to }
}

/** The first sample to decode for what is shown from here on. */
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
 * Frames are decoded at the moments at which frames are shown, in order: so a segment begins
 * exactly at its cut, lasts to the next, and durations are those that are seen.
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
