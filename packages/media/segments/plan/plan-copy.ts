import { mediaTimescale, type Rung } from '../../media-map.ts'
import type { ProbedVideo } from '../../probe.ts'
import { trueKeys } from './check-cuts.ts'
import type { FrameIndex } from './frame-index.ts'
import { copiedRates, gridOnKeys, longestSegment } from './grid.ts'

/** The longest segment to copy: a group of pictures of ten seconds can start before the fourth second. */
const segmentSecondsMax = 14
/** Bits per second of the largest segment; the judge has limited the average. */
const peakMax = { 1080: 40_000_000, 1440: 64_000_000, 2160: 120_000_000 } as const
const gridTries = 4

interface CopyPlan {
  cuts: number[]
  rung: Rung
}

/** Whether the source can be played without encoding, cut at its keyframes; undefined if it cannot. */
export const planCopy = async (
  path: string,
  index: FrameIndex,
  probed: ProbedVideo,
  endTicks: number,
): Promise<CopyPlan | undefined> => {
  const cuts = await copyCuts(path, index, endTicks)
  if (!cuts || longestSegment(cuts) > segmentSecondsMax * mediaTimescale) return undefined
  const { average, peak } = copiedRates(index, cuts)
  if (peak > peakBound(probed)) return undefined
  return {
    cuts,
    rung: {
      name: 'source',
      width: probed.width,
      height: probed.height,
      frameRate: probed.frameRate,
      bandwidth: Math.max(1, peak),
      averageBandwidth: Math.max(1, average),
      codecs: codecsOf(index, probed),
      isOnDemand: index.timeline !== undefined,
    },
  }
}

function peakBound({ width, height }: ProbedVideo): number {
  const short = Math.min(width, height)
  if (short <= 1088) return peakMax[1080]
  return short <= 1440 ? peakMax[1440] : peakMax[2160]
}

/** A grid of keyframes, each of which was verified in the file. */
async function copyCuts(
  path: string,
  index: FrameIndex,
  endTicks: number,
): Promise<number[] | undefined> {
  let keys = index.closedKeys
  if (keys[0] !== 0) return undefined
  if (!index.timeline) return gridOnKeys(keys, endTicks)
  const { description } = index.timeline.track
  if (!description?.isOnly || description.format !== 'avc1' || !description.avc) return undefined
  for (let attempt = 0; attempt < gridTries; attempt += 1) {
    const cuts = gridOnKeys(keys, endTicks)
    const wanted = cuts.slice(0, -1)
    const confirmed = new Set(await trueKeys(path, index.timeline, wanted))
    if (!confirmed.has(0)) return undefined
    if (wanted.every((cut) => confirmed.has(cut))) return cuts
    const refuted = new Set(wanted.filter((cut) => !confirmed.has(cut)))
    keys = keys.filter((key) => !refuted.has(key))
  }
  return undefined
}

const profileCodes: Readonly<Record<string, string>> = {
  'Constrained Baseline': '42e0',
  Main: '4d40',
}

function codecsOf({ timeline }: FrameIndex, { profile, level }: ProbedVideo): string {
  const avc = timeline?.track.description?.avc
  const code = avc
    ? avc.toString('hex', 1, 4)
    : `${profileCodes[profile] ?? '6400'}${level.toString(16).padStart(2, '0')}`
  return `avc1.${code}`
}
