import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetApp } from './asset-listener.ts'
import { loadPartsOfAsset } from './asset-parts.ts'
import { requireAsset } from './require-asset.ts'
import { presentAsset } from './present-asset.ts'

/** The current asset, after a change of one of its parts. */
export const assetResponse = async (app: AssetApp, environment: Environment, id: string) =>
  presentAsset(
    await loadPartsOfAsset(app, environment, await requireAsset(environment, id)),
    app.settings.publicUrl,
  )
