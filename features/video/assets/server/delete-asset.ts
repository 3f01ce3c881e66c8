import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'
import { type AssetApp, assetListener } from './asset-listener.ts'
import { loadPartsOfAsset } from './asset-parts.ts'
import type { AssetRow } from './row/asset-row.ts'
import { markAssetDeleted } from './row/assets.sql.ts'
import { recordEventOf } from './events/record-asset-event.ts'

/** Queries no longer find the asset and no further work starts on it; a job removes its files soon. */
export const deleteAsset = async (app: AssetApp, tenant: Environment, asset: AssetRow) => {
  const parts = await loadPartsOfAsset(app, tenant, asset)
  await markAssetDeleted(tenant, asset.id)
  const ending: string[] = []
  for (const listener of assetListener.partsIn(app))
    ending.push(...((await listener.deleted?.({ app, environment: tenant, asset })) ?? []))
  await enqueueRemoval(tenant, assetPrefixOf(tenant.id, asset.id), ending)
  await recordEventOf(app, tenant, 'video.asset.deleted', {
    ...parts,
    asset: { ...asset, deleted_at: new Date() },
  })
}
