import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { engagement } from '../contract.ts'
import { breakdown, course } from './break-down-engagement.ts'
import { heatmapOf, hotspotsIn } from './read-engagement.ts'

export const engagementServer = feature('engagement', {
  endpoints: [
    implement(engagement, {
      breakdown,
      course,
      videoHeatmap: heatmapOf('video_id'),
      videoHotspots: hotspotsIn('video_id'),
      assetHeatmap: heatmapOf('asset_id'),
      assetHotspots: hotspotsIn('asset_id'),
      playbackIdHeatmap: heatmapOf('playback_id'),
      playbackIdHotspots: hotspotsIn('playback_id'),
    }),
  ],
})
