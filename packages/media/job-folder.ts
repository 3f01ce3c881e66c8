import { copyFile, link, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The working folder of media programs; its content belongs to running jobs. */
const workFolder = (dataFolder: string) => join(dataFolder, 'work')

/** No job runs at the start of the program: all folders are left over from a killed process. */
export const clearJobFolders = async (dataFolder: string) => {
  await rm(workFolder(dataFolder), { recursive: true, force: true })
}

/** Creates a new folder for one job. The caller must remove it. */
export const makeJobFolder = async (dataFolder: string, name = 'job') => {
  const parent = workFolder(dataFolder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(join(parent, `${name}-`))
}

const removeJobFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Runs work in a new folder and removes it in every case. */
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

/** Links a local file into the folder, because programs get inputs as bare file names. */
export const linkIntoFolder = async (folder: string, file: string, name = 'source') => {
  const target = join(folder, name)
  const from = resolve(file)
  try {
    await link(from, target)
  } catch {
    // For another file system, or one without hard links.
    await symlink(from, target).catch(() => copyFile(from, target))
  }
  return name
}
