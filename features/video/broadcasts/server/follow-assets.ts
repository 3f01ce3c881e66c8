import { assetListener } from '@playhead/features/video/assets/server'
import {
  findLiveStreamEvenDeleted,
  notifyLive,
  updateLiveCommand,
} from '@playhead/features/video/live-streams/server'

/** A broadcast whose asset is deleted has nothing to record to. */
export const followAssets = assetListener({
  order: 65,
  deleted: async ({ environment, asset }) => {
    const stream =
      asset.live_stream_id && (await findLiveStreamEvenDeleted(environment, asset.live_stream_id))
    if (!stream || stream.active_asset_id !== asset.id) return []
    if (stream.command === null) await updateLiveCommand(environment, stream.id, 'complete')
    await notifyLive(environment, stream.id)
    return []
  },
})
