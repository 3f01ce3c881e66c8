import {
  assetResponse,
  type AssetFiles,
  type AssetRow,
  onAsset,
  recordAssetEvent,
  updateMasterAccessOf,
} from '@playhead/features/video/assets/server'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { masterAccessHours } from '@playhead/features/video/assets/contract'
import { refuseErrored } from '../refuse-errored.ts'
import { enqueueMaster } from './enqueue-master.ts'
import { masterKeyOf } from './master-file.ts'

const openMaster = async (tenant: Environment, asset: AssetRow, now: Date) => {
  const isReady = asset.status === 'ready'
  // Before that, the time starts when the master becomes ready.
  const until = isReady ? new Date(now.getTime() + masterAccessHours * 3_600_000) : null
  const secret = randomToken()
  await updateMasterAccessOf(tenant, asset.id, { until, secret })
  if (isReady) await enqueueMaster(tenant, asset.id, secret)
}

const closeMaster = async (tenant: Environment, asset: AssetRow) => {
  await updateMasterAccessOf(tenant, asset.id, undefined)
  if (asset.master_secret !== null)
    await enqueueRemoval(tenant, masterKeyOf(tenant.id, asset.id, asset.master_secret))
}

export const changeMasterAccess: AssetFiles['updateMasterAccess'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const { master_access: access } = body
    if (access === 'temporary') refuseErrored(asset, 'master_access')
    // A failed master may be retried.
    const isSame = access === asset.master_access && asset.master_status !== 'errored'
    if (!isSame) {
      if (access === 'temporary') await openMaster(tenant, asset, app.clock.now())
      else await closeMaster(tenant, asset)
      const happened = access === 'temporary' ? 'preparing' : 'deleted'
      await recordAssetEvent(app, tenant, `video.asset.master.${happened}`, asset.id)
    }
    return { data: await assetResponse(app, tenant, asset.id) }
  })
