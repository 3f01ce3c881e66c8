import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { loadPartsOfAsset } from './asset-parts.ts'
import { type AssetTexts, updateAssetTexts } from './row/assets.sql.ts'
import { onAsset } from './on-asset.ts'
import { presentAsset } from './present-asset.ts'
import { recordEventOf } from './events/record-asset-event.ts'

/** A missing value leaves the field unchanged; an empty text clears it. */
const changed = (given: string | undefined, current: string | null) =>
  given === undefined ? current : given || null

const refuseBeyondEnd = (time: number | undefined, duration: number | null) => {
  if (time !== undefined && duration !== null && time > duration)
    throw invalidField('thumbnail_time', 'thumbnail_time: later than the end of the asset')
}

export const updateAsset: Handlers<typeof assets>['update'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    refuseBeyondEnd(body.thumbnail_time, asset.duration)
    const texts: AssetTexts = {
      title: changed(body.meta?.title, asset.title),
      creator_id: changed(body.meta?.creator_id, asset.creator_id),
      external_id: changed(body.meta?.external_id, asset.external_id),
      passthrough: changed(body.passthrough, asset.passthrough),
      thumbnail_time: body.thumbnail_time ?? asset.thumbnail_time,
    }
    const parts = await loadPartsOfAsset(
      app,
      tenant,
      await updateAssetTexts(tenant, asset.id, texts),
    )
    await recordEventOf(app, tenant, 'video.asset.updated', parts)
    return { data: presentAsset(parts, app.settings.publicUrl) }
  })
