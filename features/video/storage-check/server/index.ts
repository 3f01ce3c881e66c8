import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { storageCheck } from '../contract.ts'
import { checkStorageCommand, checkStorageJob, checkStorageSchedule } from './check-storage.ts'
import { listFilesOfAsset } from './list-files-of-asset.ts'

export const storageCheckServer = feature('storage-check', {
  endpoints: [implement(storageCheck, { filesOfAsset: listFilesOfAsset })],
  commands: [checkStorageCommand],
  jobs: [checkStorageJob],
  schedules: [checkStorageSchedule],
})

export { compareNow, enqueueStorageCheck } from './check-storage.ts'
export { countProblems, findLastCheck, noteVerified } from './storage-check.sql.ts'
