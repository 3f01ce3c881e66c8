import { invalidField } from '@playhead/contract-kit/errors.ts'
import {
  findAsset,
  onAsset,
  recordAssetEvent,
  updateShotsStatus,
} from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { shots } from '../contract.ts'
import { requireShots } from './require-shots.ts'
import { enqueueShots } from './enqueue-shots.ts'

export const createShots: Handlers<typeof shots>['create'] = ({ app, environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.status !== 'ready')
      throw invalidField('id', 'Shots can be found once the asset is ready.')
    if (asset.shots_status !== 'pending' && asset.shots_status !== 'completed') {
      await updateShotsStatus(tenant, asset.id, 'pending')
      await enqueueShots(tenant, asset.id)
      await recordAssetEvent(app, tenant, 'video.asset.shots.created', asset.id)
    }
    return { data: await requireShots(app, tenant, (await findAsset(tenant, asset.id))!) }
  })
