import type { AssetRow } from '@playhead/features/video/assets/server'
import type { TrackRow } from './track-row.ts'

/** Names the resolution of the stored picture. */
export const storedResolutionOf = (
  tier: AssetRow['resolution_tier'],
  tracks: readonly TrackRow[],
) => {
  if (tier === null) return undefined
  if (tier === 'audio-only') return 'Audio only'
  const picture = tracks.find(({ type }) => type === 'video')
  const short = Math.min(picture?.max_width ?? 720, picture?.max_height ?? 720)
  if (tier === '720p') return short < 720 ? 'SD' : 'HD'
  return tier === '1080p' ? 'FHD' : 'UHD'
}
