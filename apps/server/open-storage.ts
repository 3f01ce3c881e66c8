import { join } from 'node:path'
import type { Settings } from '@playhead/server-kit/settings.ts'
import { openFolderStorage } from '@playhead/storage/folder-storage.ts'
import { type Storage, StorageUnusable } from '@playhead/storage/storage.ts'
import { StartRefused } from './start-refused.ts'

/** A server that cannot keep what it is given does not start. */
export const openStorage = async (settings: Settings): Promise<Storage> => {
  try {
    const storage = await openFolderStorage(join(settings.dataFolder, 'media'))
    await storage.check()
    return storage
  } catch (error) {
    if (error instanceof StorageUnusable) throw new StartRefused(error.message)
    throw error
  }
}
