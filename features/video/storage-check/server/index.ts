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

export { enqueueStorageCheck } from './check-storage.ts'
export { insertMediaFile, listFilesOfAsset, type NewMediaFile } from './media-files.sql.ts'
export { enqueueRemovalOfEnvironment } from './remove-media.ts'
export { countProblems, findLastCheck } from './storage-check.sql.ts'
export { adoptMediaFile, AssetGone, storeMediaFile } from './store-media-file.ts'
