import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import {
  type AssetRow,
  findAsset,
  onAsset,
  recordAssetEvent,
} from '@playhead/features/video/assets/server'
import { listPlaybackIdsOf } from '@playhead/features/video/playback-ids/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import type { shots } from '../contract.ts'
import { updateShotsStatus } from './shots.sql.ts'
import { enqueueShots } from './enqueue-shots.ts'
import { presentShots } from './present-shots.ts'
import { shotsMake } from './jobs.ts'

type Shots = Handlers<typeof shots>

const shotsOf = async (app: App, environment: Environment, asset: AssetRow) => {
  const found = presentShots(
    asset,
    await listPlaybackIdsOf(environment, [asset.id]),
    app.settings.publicUrl,
  )
  if (!found) throw notFound('list of shots')
  return found
}

export const retrieveShots: Shots['retrieve'] = async ({ app, environment, params }) => {
  const asset = await findAsset(environment, params.id)
  if (!asset) throw notFound('asset')
  return { data: await shotsOf(app, environment, asset) }
}

export const createShots: Shots['create'] = ({ app, environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.status !== 'ready')
      throw invalidField('id', 'Shots can be found once the asset is ready.')
    if (asset.shots_status !== 'pending' && asset.shots_status !== 'completed') {
      await updateShotsStatus(tenant, asset.id, 'pending')
      await enqueueShots(tenant, asset.id)
      await recordAssetEvent(app, tenant, 'video.asset.shots.created', asset.id)
    }
    return { data: await shotsOf(app, tenant, (await findAsset(tenant, asset.id))!) }
  })

export const removeShots: Shots['remove'] = ({ app, environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.shots_status === null || asset.shots_status === 'deleted')
      throw notFound('list of shots')
    await updateShotsStatus(tenant, asset.id, 'deleted')
    await cancelJobs(tenant.postgres, shotsMake, asset.id)
    await enqueueRemoval(tenant, `${environment.id}/${asset.id}/shots`)
    await recordAssetEvent(app, tenant, 'video.asset.shots.deleted', asset.id)
    return undefined
  })
