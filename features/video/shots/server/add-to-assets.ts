import { assetListener, assetPart, recordAssetEvent } from '@playhead/features/video/assets/server'
import { listPlaybackIdsOf } from '@playhead/features/video/playback-ids/server'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { enqueueShots } from './enqueue-shots.ts'
import { shotsMake } from './jobs.ts'
import { presentShots } from './present-shots.ts'

const order = 40

export const shotsOfAsset = assetPart({
  order,
  load: async (environment, assets) => {
    const ids = assets.flatMap(({ id, shots_status: status }) => (status === 'completed' ? id : []))
    return ids.length === 0 ? [] : listPlaybackIdsOf(environment, ids)
  },
  present: (asset, rows, { publicUrl }) => ({ shots: presentShots(asset, rows, publicUrl) }),
})

export const followAssets = assetListener({
  order,
  created: async ({ app, environment, asset }) => {
    if (asset.wants_shots)
      await recordAssetEvent(app, environment, 'video.asset.shots.created', asset.id)
  },
  ready: async ({ environment, asset }) => {
    if (asset.shots_status === 'pending') await enqueueShots(environment, asset.id)
  },
  deleted: ({ environment, asset }) => cancelJobs(environment.postgres, shotsMake, asset.id),
})
