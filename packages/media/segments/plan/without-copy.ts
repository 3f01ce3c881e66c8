import type { MediaMap } from '../../media-map.ts'
import type { MaxTier } from '../../tiers.ts'
import type { Stretch } from './damaged-stretches.ts'
import { inOrder, rungsOf, type Quality } from './rungs.ts'

/**
 * A source that was copied until damage was found in it: from now on it is encoded. The cuts stay, so that each segment keeps its
 * number, and the renditions that were there stay as they are. Players that already play the copy go on with it.
 */
export const withoutCopy = (
  map: MediaMap,
  damaged: readonly Stretch[],
  { tier, quality }: { tier: MaxTier; quality: Quality },
): MediaMap => {
  const { video } = map
  const copied = video?.rungs.find(({ name }) => name === 'source')
  if (!video || !copied) return map
  const kept = video.rungs.filter(({ name }) => name !== 'source')
  const sourceRate = copied.averageBandwidth
  const peakRatio = copied.bandwidth / sourceRate
  const added = rungsOf(video, { tier, quality, sourceRate, peakRatio }).filter(
    ({ name }) => !kept.some((rung) => rung.name === name),
  )
  return {
    ...map,
    video: {
      ...video,
      canCopy: false,
      damaged: [...damaged],
      withdrawn: copied,
      rungs: inOrder([...kept, ...added]),
    },
  }
}
