import { join } from 'node:path'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'
import { openFolderStorage } from '@playhead/storage/folder-storage.ts'
import { openS3Storage } from '@playhead/storage/s3-storage.ts'
import { type Storage, StorageUnusable } from '@playhead/storage/storage.ts'
import { StartRefused } from './start-refused.ts'

const storageOf = ({ dataFolder, s3 }: Settings) => {
  if (!s3) return openFolderStorage(join(dataFolder, 'media'))
  const { cacheBytes, ...place } = s3
  const cacheFolder = join(dataFolder, 'storage-cache')
  return openS3Storage({ ...place, cacheFolder, cacheBytesMax: cacheBytes })
}

/** The server does not start if it cannot store media. */
export const openStorage = async (settings: Settings): Promise<Storage> => {
  try {
    const storage = await storageOf(settings)
    await storage.check()
    return storage
  } catch (error) {
    if (error instanceof StorageUnusable) throw new StartRefused(error.message)
    throw error
  }
}
