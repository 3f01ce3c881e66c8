import type { MediaMap, Rung, VideoMap } from '../media-map.ts'
import { levelOf, maxRateOf } from '../segments/plan/rungs.ts'

/** A file that plays everywhere, made of one rendition and the first sound, or of the sound alone. */
export type StaticPlan = { kind: 'sound' } | { kind: 'picture'; rung: Rung }

/** A picture with slightly fewer lines still matches the resolution. */
const nearShare = 0.95

const lines = ({ width, height }: { width: number; height: number }) => Math.min(width, height)
const isNear = (size: { width: number; height: number }, wanted: number) =>
  lines(size) >= wanted * nearShare && lines(size) <= wanted / nearShare

const best = (rungs: readonly Rung[]) =>
  rungs.reduce<Rung | undefined>(
    (most, rung) =>
      // Of equal sizes the copied one is preferred: it is the original.
      !most || lines(rung) > lines(most) || (lines(rung) === lines(most) && rung.name === 'source')
        ? rung
        : most,
    undefined,
  )

const picture = (rung: Rung | undefined): StaticPlan | undefined =>
  rung && { kind: 'picture', rung }

const atMost = ({ rungs }: VideoMap, most: number) =>
  picture(best(rungs.filter((rung) => lines(rung) <= most / nearShare)) ?? smallest(rungs))

const smallest = (rungs: readonly Rung[]) =>
  rungs.reduce<Rung | undefined>(
    (least, rung) => (!least || lines(rung) < lines(least) ? rung : least),
    undefined,
  )

/** A rung between two existing sizes; its rate is between theirs too. */
const between = (video: VideoMap, wanted: number): Rung | undefined => {
  const larger = video.rungs
    .filter((rung) => lines(rung) >= wanted)
    .toSorted((one, other) => lines(one) - lines(other))[0]
  if (!larger) return undefined
  const share = wanted / lines(video)
  const even = (side: number) => Math.max(2, Math.round((side * share) / 2) * 2)
  const [width, height] = [even(video.width), even(video.height)]
  const pixels = (width * height) / (larger.width * larger.height)
  const rate = (of: number) => Math.round(of * pixels ** 0.8)
  return {
    ...larger,
    // Only used for the encoder's file; the frames have the size of this rung.
    name: larger.name === 'source' ? '1080p' : larger.name,
    width,
    height,
    bandwidth: rate(larger.bandwidth),
    averageBandwidth: rate(larger.averageBandwidth),
    maxRate: rate(maxRateOf(larger)),
    codecs: `avc1.6400${levelOf({ width, height, frameRate: larger.frameRate }).toString(16)}`,
  }
}

const wantedLines = /^(\d+)p$/
const legacyLines: Record<string, number> = { medium: 480, high: 720 }

/** The plan for a resolution; undefined where the source is too small or lacks that kind of media. */
export const planStaticFile = ({ video, audio }: MediaMap, resolution: string) => {
  if (resolution === 'audio-only')
    return audio.length > 0 ? ({ kind: 'sound' } as const) : undefined
  if (!video) return undefined
  if (resolution === 'highest') return picture(best(video.rungs))
  if (resolution === 'capped-1080p') return atMost(video, 1080)
  if (resolution === 'low') return atMost(video, 270)
  const legacy = legacyLines[resolution]
  const wanted = legacy ?? Number(wantedLines.exec(resolution)?.[1])
  if (!(lines(video) >= wanted * nearShare)) return undefined
  if (legacy) return atMost(video, resolution === 'high' ? 1080 : wanted)
  const there = best(video.rungs.filter((rung) => isNear(rung, wanted)))
  return picture(there ?? between(video, wanted))
}
