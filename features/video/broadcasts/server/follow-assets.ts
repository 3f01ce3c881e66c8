import { assetListener } from '@playhead/features/video/assets/server'
import { notifyLive } from '@playhead/features/video/live-streams/server'

/**
 * A broadcast whose asset is deleted has nothing to record to. It is only told: the end of a broadcast locks the live
 * stream before the asset, and this transaction holds the asset.
 */
export const followAssets = assetListener({
  order: 65,
  deleted: async ({ environment, asset }) => {
    if (asset.live_stream_id) await notifyLive(environment, asset.live_stream_id)
    return []
  },
})
