import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { loadPartsOfAsset } from './asset-parts.ts'
import { updateAssetTexts } from './row/assets.sql.ts'
import { onAsset } from './on-asset.ts'
import { recordEventOf } from './events/record-asset-event.ts'

export const removeThumbnailTime: Handlers<typeof assets>['removeThumbnailTime'] = ({
  app,
  environment,
  params,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.thumbnail_time === null) return undefined
    const row = await updateAssetTexts(tenant, asset.id, { ...asset, thumbnail_time: null })
    await recordEventOf(
      app,
      tenant,
      'video.asset.updated',
      await loadPartsOfAsset(app, tenant, row),
    )
    return undefined
  })
