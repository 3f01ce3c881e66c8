import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { engagement } from '../contract.ts'
import { breakDownEngagement } from './break-down-engagement.ts'
import { listHotspotsIn } from './list-hotspots-in.ts'
import { readEngagementCurve } from './read-engagement-curve.ts'
import { readHeatmapOf } from './read-heatmap-of.ts'

export const engagementServer = feature('engagement', {
  endpoints: [
    implement(engagement, {
      breakdown: breakDownEngagement,
      course: readEngagementCurve,
      videoHeatmap: readHeatmapOf('video_id'),
      videoHotspots: listHotspotsIn('video_id'),
      assetHeatmap: readHeatmapOf('asset_id'),
      assetHotspots: listHotspotsIn('asset_id'),
      playbackIdHeatmap: readHeatmapOf('playback_id'),
      playbackIdHotspots: listHotspotsIn('playback_id'),
    }),
  ],
})
