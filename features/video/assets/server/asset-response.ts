import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetApp } from './asset-listener.ts'
import { loadPartsOfAsset } from './asset-parts.ts'
import { demandAsset } from './demand-asset.ts'
import { presentAsset } from './present-asset.ts'

/** The current asset, after a change of one of its parts. */
export const assetResponse = async (app: AssetApp, environment: Environment, id: string) =>
  presentAsset(
    await loadPartsOfAsset(app, environment, await demandAsset(environment, id)),
    app.settings.publicUrl,
  )
