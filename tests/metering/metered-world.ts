import { northlight, type World } from '@playhead/audience/world/world.ts'
import type { ResolutionTier } from '@playhead/domain/video.ts'
import { type MediaMap, mediaTimescale } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { wildWorld } from '../model/wild-world.ts'

/** Of each title of the audience, so that the last segment is a short one. */
const durationMs = 361_300

/** Uneven, like real keyframes. */
const cutSeconds = [0]
while (cutSeconds.at(-1)! * 1000 < durationMs - 6000)
  cutSeconds.push(cutSeconds.at(-1)! + 3.5 + ((cutSeconds.length * 7) % 4) * 0.4)
cutSeconds.push(durationMs / 1000)

export const segmentStarts: readonly number[] = cutSeconds.slice(0, -1)
export const secondsOfSegment = (index: number) =>
  (cutSeconds[index + 1] ?? 0) - (cutSeconds[index] ?? 0)
export const longestSegment = Math.max(...segmentStarts.map((_, index) => secondsOfSegment(index)))

const heights = { '270p': 270, '720p': 720, '1080p': 1080 } as const
type RungName = keyof typeof heights

const mapOf = (rungs: readonly RungName[]): MediaMap => {
  const most = heights[rungs.at(-1)!]
  return {
    version: 1,
    duration: durationMs / 1000,
    video: {
      stream: 0,
      width: (most * 16) / 9,
      height: most,
      frameRate: 25,
      isVariableFrameRate: false,
      rotation: 0,
      isHdr: false,
      cuts: cutSeconds.map((second) => Math.round(second * mediaTimescale)),
      startTicks: 0,
      canCopy: false,
      rungs: rungs.map((name) => ({
        name,
        width: (heights[name] * 16) / 9,
        height: heights[name],
        frameRate: 25,
        bandwidth: heights[name] * 4000,
        averageBandwidth: heights[name] * 3000,
        codecs: 'avc1.640028',
        isOnDemand: true,
      })),
    },
    audio: [],
  }
}

export interface MeteredAsset {
  id: string
  playbackId: string
  rungs: readonly RungName[]
  tier: ResolutionTier
}

export const rungOf = ({ rungs }: MeteredAsset, height: number) =>
  rungs.findLast((name) => heights[name] <= height) ?? rungs[0]!

export const tierOfHeight = ({ tier }: MeteredAsset, height: number): ResolutionTier =>
  height > 720 && tier === '1080p' ? '1080p' : '720p'

/** Each segment and the initialisation part before it have a number of bytes of their own. */
const partsOf = (rung: number) =>
  [...segmentStarts, 0].map((_, index) => Buffer.alloc(40 + rung * 13 + (index % 17), 1))

export const makeMeteredAsset = async (
  app: App,
  environment: { id: string },
  rungs: readonly RungName[],
): Promise<MeteredAsset> => {
  const tier = rungs.includes('1080p') ? '1080p' : '720p'
  const stored = Object.fromEntries(rungs.map((name, rung) => [name, partsOf(rung)]))
  const media = mapOf(rungs)
  const made = await insertPlayableAsset(app, { environment, media, stored, resolutionTier: tier })
  return { ...made, rungs, tier }
}

/** Viewers who do everything, on titles that are hosted here, hosted by another tenant, and hosted elsewhere. */
export const meteredWorld = (
  hosted: readonly { id: string; playbackId: string }[],
  { viewsPerDay }: { viewsPerDay: number },
): World => ({
  ...wildWorld,
  viewsPerDay,
  ladder: northlight.ladder.filter(({ name }) => name in heights),
  titles: wildWorld.titles
    .filter(({ durationMs: length }) => length !== null)
    .slice(0, hosted.length + 1)
    .map((title, index) => {
      const asset = hosted[index]
      return {
        ...title,
        durationMs,
        weight: 1,
        ...(asset && {
          hosted: {
            assetId: asset.id,
            address: `https://video.northlight.example/${asset.playbackId}.m3u8`,
          },
        }),
      }
    }),
})
