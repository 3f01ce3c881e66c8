import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Writes the file completely or not at all, even if the program is killed. */
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

/** Returns whether the finished file got its name: unlike a rename, a link never replaces an existing file. */
export const renameIntoPlace = async (temporary: string, path: string) => {
  try {
    await link(temporary, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') return false
    if (!withoutLinks.has(code)) throw error
    if (await exists(path)) return false
    await rename(temporary, path)
  }
  await syncFolder(dirname(path))
  return true
}

/** A new name is durable only after its folder is synced. */
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
