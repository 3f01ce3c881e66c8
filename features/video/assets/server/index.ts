import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { assets } from '../contract.ts'
import { changeMasterAccess, changeMp4Support } from './change-access.ts'
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
      updateMp4Support: changeMp4Support,
      updateMasterAccess: changeMasterAccess,
      removeThumbnailTime,
      events: listAssetEvents,
      logs: listAssetLogs,
      prepared: readPrepared,
    }),
  ],
})

export {
  cancelJobsOf,
  enqueueImages,
  enqueueIngest,
  enqueueRemoval,
  enqueueRendition,
  enqueueRequested,
  enqueueShots,
  enqueueTexts,
  enqueueTrack,
} from './asset-jobs.ts'
export {
  findRendition,
  findTrack,
  insertPlaybackId,
  insertRendition,
  insertTrack,
  listTracksOf,
  type NewTrack,
  playbackIdColumns,
  renditionColumns,
  trackColumns,
} from './asset-parts.sql.ts'
export { onePartsOf, partsOf } from './asset-parts.ts'
export { type AssetParts, AssetRow, PlaybackIdRow, RenditionRow, TrackRow } from './asset-row.ts'
export { findAsset, lockAsset } from './assets.sql.ts'
export { type AssetToInsert, checkAssetOptions, insertAsset } from './insert-asset.ts'
export { languageName } from './language-name.ts'
export { masterKeyOf, masterOpeningOf } from './master-file.ts'
export { newPlaybackIdText } from './playback-id-text.ts'
export {
  epochSeconds,
  masterAddress,
  presentAsset,
  presentPlaybackId,
  presentRendition,
  presentShots,
  presentTrack,
} from './present-asset.ts'
export { refuseAddress } from './read-options.ts'
export {
  recordAssetEvent,
  recordEventOf,
  recordRenditionEvent,
  recordRenditionEventOf,
  recordTrackEvent,
  recordTrackEventOf,
} from './record-asset-event.ts'
export { removeRendition } from './remove-rendition.ts'
export { renditionOf } from './rendition-names.ts'
export { deleteAsset, onAsset } from './write-assets.ts'
