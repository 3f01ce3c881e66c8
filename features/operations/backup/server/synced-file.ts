import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** There whole or not at all, whatever happens meanwhile. */
export const writeSyncedFile = async (path: string, content: Buffer) => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } catch (error) {
    await file.close()
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** A new name is on the disk only once its folder is. */
export const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
