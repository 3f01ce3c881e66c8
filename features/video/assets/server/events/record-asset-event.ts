import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetApp } from '../asset-listener.ts'
import { type AssetParts, loadPartsOfAsset } from '../asset-parts.ts'
import { findAssetEvenDeleted } from '../row/assets.sql.ts'
import { epochSeconds, presentAsset } from '../present-asset.ts'

type AssetEvent = `video.asset.${string}`

/** Events of a part of an asset can be found by the asset as well. */
export const recordPartEvent = (
  environment: Environment,
  type: AssetEvent,
  assetId: string,
  data: Record<string, unknown>,
) => recordEvent(environment, { type, objectType: 'asset', objectId: assetId, data })

export const recordEventOf = (
  { settings }: Pick<AssetApp, 'settings'>,
  environment: Environment,
  type: AssetEvent,
  parts: AssetParts,
) =>
  recordPartEvent(environment, type, parts.asset.id, {
    ...presentAsset(parts, settings.publicUrl),
    created_at: epochSeconds(parts.asset.created_at),
    ...(parts.asset.deleted_at && { deleted_at: epochSeconds(parts.asset.deleted_at) }),
  })

/** Call it in the transaction of the change, after the change: the event holds the asset as it is then. */
export const recordAssetEvent = async (
  app: AssetApp,
  environment: Environment,
  type: AssetEvent,
  assetId: string,
) => {
  const asset = await findAssetEvenDeleted(environment, assetId)
  if (asset)
    await recordEventOf(app, environment, type, await loadPartsOfAsset(app, environment, asset))
}
