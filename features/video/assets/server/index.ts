import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { assets } from '../contract.ts'
import { updateMasterAccess, updateMp4Support } from './asset-files.ts'
import { createAsset, removeAsset, removeThumbnailTime, updateAsset } from './write-assets.ts'
import {
  listAssetEvents,
  listAssetLogs,
  listAssets,
  readInputInfo,
  readPrepared,
  retrieveAsset,
} from './read-assets.ts'

export const assetsServer = feature('assets', {
  endpoints: [
    implement(assets, {
      create: createAsset,
      list: listAssets,
      retrieve: retrieveAsset,
      update: updateAsset,
      remove: removeAsset,
      inputInfo: readInputInfo,
      updateMp4Support,
      updateMasterAccess,
      removeThumbnailTime,
      events: listAssetEvents,
      logs: listAssetLogs,
      prepared: readPrepared,
    }),
  ],
})

export {
  type AssetChange,
  type AssetFailure,
  assetListener,
  type FoundMedia,
} from './asset-listener.ts'
export { type AssetFiles, assetFiles } from './asset-files.ts'
export { assetPart } from './asset-part.ts'
export { AssetRow } from './asset-row.ts'
export { findAsset, lockAsset } from './assets.sql.ts'
export { becomeErrored, becomeReady } from './change-life.ts'
export { type AssetToInsert, checkAssetOptions, insertAsset } from './insert-asset.ts'
export { assetResponse } from './read-assets.ts'
export { inputsOf, refuseAddress } from './read-options.ts'
export { recordAssetEvent, recordPartEvent } from './record-asset-event.ts'
export { deleteAsset, onAsset } from './write-assets.ts'
