import { mediaTimescale } from '../media-map.ts'
import { shortestShare } from './part-writer.ts'

export type LatencyMode = 'low' | 'reduced' | 'standard'

interface LatencyRules {
  /** A segment ends at the first keyframe at or after this. */
  segmentSeconds: number
  /**
   * The longest that is written at once; announced as parts except for `standard`. A little more than the half or the
   * whole second that it is about: 13 frames of 25, 24 packets of sound. Two seconds are then four parts without a rest
   * of one frame or packet, which players may leave out.
   */
  partSeconds: number
  hasParts: boolean
}

export const latencyRules: Readonly<Record<LatencyMode, LatencyRules>> = {
  low: { segmentSeconds: 2, partSeconds: 0.52, hasParts: true },
  reduced: { segmentSeconds: 2, partSeconds: 1.04, hasParts: true },
  standard: { segmentSeconds: 4, partSeconds: 1.04, hasParts: false },
}

const targetSecondsMax = 10
/** Keyframes a little late are waited for; a duration is rounded when it is compared with the target. */
const lateSeconds = 0.25
const roundedSeconds = 0.499
/** The last picture of a run is held for so long, if sound goes on. */
export const heldTicksMax = mediaTimescale / 2

/** What players rely on; never changes once it is fixed. */
export interface FixedPlan {
  targetSeconds: number
  partSeconds: number
}

/** Decides where segments end. Times are ticks of 90,000. */
export class SegmentPlan {
  readonly mode: LatencyMode
  #fixed: FixedPlan | undefined
  #lastKeyframe: number | undefined
  #longestGroup = 0

  constructor(mode: LatencyMode, fixed?: FixedPlan) {
    this.mode = mode
    this.#fixed = fixed
  }

  /** Undefined until the first segment has ended. */
  get fixed() {
    return this.#fixed
  }

  get partSeconds() {
    return this.#fixed?.partSeconds ?? latencyRules[this.mode].partSeconds
  }

  /** Whether the segment that began at `start` ends at this keyframe. */
  endsAtKeyframe(start: number, now: number): boolean {
    if (this.#lastKeyframe !== undefined && now > this.#lastKeyframe)
      this.#longestGroup = Math.max(this.#longestGroup, now - this.#lastKeyframe)
    this.#lastKeyframe = now
    const seconds = (now - start) / mediaTimescale
    // A millisecond: timestamps are rounded to it.
    if (seconds + 0.001 >= latencyRules[this.mode].segmentSeconds) return true
    if (!this.#fixed || seconds <= 0) return false
    // Another group of the usual length would not fit any more.
    return seconds + this.#longestGroup / mediaTimescale > this.#fixed.targetSeconds + lateSeconds
  }

  /** Whether the segment must end before a frame that is no keyframe: the group of pictures is too long. */
  mustCut(start: number, now: number): boolean {
    const target = this.#fixed?.targetSeconds ?? targetSecondsMax
    return now - start >= (target + (this.#fixed ? lateSeconds : 0)) * mediaTimescale
  }

  /** Sound without picture: each packet can begin a segment. */
  endsSound(start: number, now: number): boolean {
    return now - start >= latencyRules[this.mode].segmentSeconds * mediaTimescale
  }

  /** The groups before a jump, such as those of a slate, say nothing about those after it. */
  forgetGroups() {
    this.#lastKeyframe = undefined
    this.#longestGroup = 0
  }

  /** Fixes what never changes, from the first segment. Returns whether it did. */
  close(durationTicks: number, frameTicks: number): boolean {
    if (this.#fixed) return false
    const { segmentSeconds, partSeconds } = latencyRules[this.mode]
    const seconds = Math.round(durationTicks / mediaTimescale)
    this.#fixed = {
      targetSeconds: Math.min(targetSecondsMax, Math.max(segmentSeconds, seconds)),
      partSeconds: fittingPart(partSeconds, frameTicks / mediaTimescale),
    }
    return true
  }
}

/** With slow frames no whole number of them lasts between 85 % and 100 % of the usual part. */
const fittingPart = (partSeconds: number, frameSeconds: number): number => {
  if (frameSeconds <= 0) return partSeconds
  const frames = Math.floor((partSeconds + 0.001) / frameSeconds)
  if (frames * frameSeconds >= partSeconds * (shortestShare + 0.02)) return partSeconds
  return Math.ceil((frames + 1) * frameSeconds * 1000 + 2) / 1000
}

/** As playlists state it: the rule compares the rounded duration with the target. */
export const statedSeconds = (ticks: number, targetSeconds: number) =>
  Math.min(ticks / mediaTimescale, targetSeconds + roundedSeconds)
