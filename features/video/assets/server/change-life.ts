import type { MediaMap } from '@playhead/media/media-map.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  type AssetApp,
  type AssetFailure,
  assetListener,
  type FoundMedia,
  type RecordedTracks,
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

/** The first frame of a live stream is recorded. */
export const beginRecording = async (
  app: AssetApp,
  environment: Environment,
  asset: AssetRow,
  tracks: RecordedTracks,
) => {
  for (const listener of assetListener.partsIn(app))
    await listener.recording?.({ app, environment, asset }, tracks)
}

/** It can be watched while it grows; work on the whole begins at its end. */
export const becomeReadyWhileLive = async (
  app: AssetApp,
  environment: Environment,
  asset: AssetRow,
  mark: () => Promise<unknown>,
) => {
  for (const listener of assetListener.partsIn(app))
    await listener.beforeReadyWhileLive?.({ app, environment, asset })
  await mark()
  await recordAssetEvent(app, environment, 'video.asset.ready', asset.id)
}

/** The recording is complete: work on the whole begins. */
export const completeRecording = async (
  app: AssetApp,
  environment: Environment,
  asset: AssetRow,
  { map, mark }: { map: MediaMap; mark: () => Promise<unknown> },
) => {
  const change = { app, environment, asset }
  const listeners = assetListener.partsIn(app)
  for (const listener of listeners) await listener.recorded?.(change, map)
  await mark()
  await recordAssetEvent(app, environment, 'video.asset.live_stream_completed', asset.id)
  for (const listener of listeners) await listener.ready?.(change, { map, hasTexts: false })
}
