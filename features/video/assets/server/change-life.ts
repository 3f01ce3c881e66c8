import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  type AssetApp,
  type AssetFailure,
  assetListener,
  type FoundMedia,
} from './asset-listener.ts'
import type { AssetRow } from './row/asset-row.ts'
import { recordAssetEvent } from './events/record-asset-event.ts'

/** `mark` makes the row ready; listeners and events follow in the same transaction. */
export const becomeReady = async (
  app: AssetApp,
  environment: Environment,
  asset: AssetRow,
  { mark, ...found }: FoundMedia & { mark: () => Promise<unknown> },
) => {
  const change = { app, environment, asset }
  const listeners = assetListener.partsIn(app)
  for (const listener of listeners) await listener.beforeReady?.(change, found)
  await mark()
  await recordAssetEvent(app, environment, 'video.asset.ready', asset.id)
  for (const listener of listeners) await listener.ready?.(change, found)
}

/** The same for an asset that failed. */
export const becomeErrored = async (
  app: AssetApp,
  environment: Environment,
  asset: AssetRow,
  { mark, ...failure }: AssetFailure & { mark: () => Promise<unknown> },
) => {
  const change = { app, environment, asset }
  const listeners = assetListener.partsIn(app)
  await mark()
  for (const listener of listeners) await listener.beforeFailed?.(change, failure)
  await recordAssetEvent(app, environment, 'video.asset.errored', asset.id)
  for (const listener of listeners) await listener.failed?.(change, failure)
}
