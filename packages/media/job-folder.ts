import { copyFile, link, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Where programs work on media; whatever is in there belongs to jobs that run right now. */
const workFolder = (dataFolder: string) => join(dataFolder, 'work')

/** At the start of the program nobody works: what is left over is from a process that was killed. */
export const clearJobFolders = async (dataFolder: string) => {
  await rm(workFolder(dataFolder), { recursive: true, force: true })
}

/** A fresh folder for one piece of work. Whoever makes it removes it. */
export const makeJobFolder = async (dataFolder: string, name = 'job') => {
  const parent = workFolder(dataFolder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(join(parent, `${name}-`))
}

export const removeJobFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Works in a fresh folder that is gone afterwards, whatever happens. */
export const withJobFolder = async <Result>(
  dataFolder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = await makeJobFolder(dataFolder)
  try {
    return await work(folder)
  } finally {
    await removeJobFolder(folder)
  }
}

/** Puts a local file into the folder without copying it: programs name their inputs by a bare file name. */
export const linkIntoFolder = async (folder: string, file: string, name = 'source') => {
  const target = join(folder, name)
  const from = resolve(file)
  try {
    await link(from, target)
  } catch {
    // Another file system, or one without hard links.
    await symlink(from, target).catch(() => copyFile(from, target))
  }
  return name
}
