import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { storageCheck } from '../contract.ts'
import { checkStorageCommand, checkStorageJob, checkStorageSchedule } from './check-storage.ts'
import { filesOfAsset } from './files-of-asset.ts'
import { removeMediaJob } from './remove-media.ts'

export const storageCheckServer = feature('storage-check', {
  endpoints: [implement(storageCheck, { filesOfAsset })],
  commands: [checkStorageCommand],
  jobs: [checkStorageJob, removeMediaJob],
  schedules: [checkStorageSchedule],
})

export { compareNow, enqueueStorageCheck } from './check-storage.ts'
export {
  countKeptMedia,
  countMissingMedia,
  holdRemovals,
  type KeptFileRow,
  type KeptMediaRow,
  listKeptFiles,
} from './kept-media.sql.ts'
export {
  insertMediaFile,
  listFilesOfAsset,
  listMissingFilesOf,
  type MissingFilesRow,
  type NewMediaFile,
} from './media-files.sql.ts'
export { enqueueRemovalOfEnvironment } from './remove-media.ts'
export { countProblems, findLastCheck, noteVerified } from './storage-check.sql.ts'
export { adoptMediaFile, AssetGone, storeMediaFile } from './store-media-file.ts'
