import { notFound } from '@playhead/contract-kit/errors.ts'
import {
  onAsset,
  recordAssetEvent,
  updateShotsStatus,
} from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import type { shots } from '../contract.ts'
import { shotsMake } from './jobs.ts'

export const removeShots: Handlers<typeof shots>['remove'] = ({ app, environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.shots_status === null || asset.shots_status === 'deleted')
      throw notFound('list of shots')
    await updateShotsStatus(tenant, asset.id, 'deleted')
    await cancelJobs(tenant.postgres, shotsMake, asset.id)
    await enqueueRemoval(tenant, `${environment.id}/${asset.id}/shots`)
    await recordAssetEvent(app, tenant, 'video.asset.shots.deleted', asset.id)
    return undefined
  })
