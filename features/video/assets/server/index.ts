import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { removeMediaJob } from '@playhead/media-store/remove-media.ts'
import { assets } from '../contract.ts'
import { createAsset } from './create-asset.ts'
import { listAssetEvents } from './events/list-asset-events.ts'
import { listAssetLogs } from './events/list-asset-logs.ts'
import { listAssets } from './list-assets.ts'
import { readInputInfo } from './read-input-info.ts'
import { readPrepared } from './read-prepared.ts'
import { removeAsset } from './remove-asset.ts'
import { removeThumbnailTime } from './remove-thumbnail-time.ts'
import { retrieveAsset } from './retrieve-asset.ts'
import { updateAsset } from './update-asset.ts'
import { updateMasterAccess } from './update-master-access.ts'
import { updateMp4Support } from './update-mp4-support.ts'

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
  jobs: [removeMediaJob],
})

export {
  type AssetChange,
  type AssetFailure,
  assetListener,
  type FoundMedia,
  type RecordedTracks,
} from './asset-listener.ts'
export { type AssetFiles, assetFiles } from './asset-files.ts'
export { assetPart } from './asset-part.ts'
export { AssetRow } from './row/asset-row.ts'
export { findAsset, lockAsset } from './row/assets.sql.ts'
export {
  becomeErrored,
  becomeReady,
  becomeReadyWhileLive,
  beginRecording,
  completeRecording,
} from './change-life.ts'
export { assetResponse } from './asset-response.ts'
export { deleteAsset } from './delete-asset.ts'
export {
  type AssetToInsert,
  checkAssetOptions,
  flagsOfEnvironment,
  insertAsset,
} from './insert-asset.ts'
export { newMediaCheck, type NewMedia, refuseNewMedia } from './new-media-check.ts'
export { onAsset } from './on-asset.ts'
export { inputsOf, refuseAddress } from './read-options.ts'
export { recordAssetEvent, recordPartEvent } from './events/record-asset-event.ts'
export {
  closeMasterAccess,
  markMasterErrored,
  markMasterReady,
  updateMasterAccessOf,
  updateMp4SupportOf,
} from './row/downloads.sql.ts'
export {
  addEncodedSeconds,
  addNonStandardReasons,
  beginAgain,
  type AssetFacts,
  markErrored,
  markPlayable,
  markReady,
  markReadyWhileLive,
  markRecorded,
  saveFindings,
  saveProgress,
  updateMediaMap,
} from './row/ingest.sql.ts'
export { endShots, updateShotsStatus } from './row/shots.sql.ts'
