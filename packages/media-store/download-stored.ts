import { join } from 'node:path'
import type { App } from '@playhead/server-kit/app.ts'
import { linkOrCopy } from './link-or-copy.ts'

/** Downloads a stored object into a job folder under the given name. */
export const downloadStored = async (
  { storage }: Pick<App, 'storage'>,
  key: string,
  folder: string,
  fileName: string,
) => {
  const copy = await storage.localCopy(key)
  try {
    await linkOrCopy(copy.path, join(folder, fileName))
  } finally {
    await copy.release()
  }
}
