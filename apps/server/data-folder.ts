import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

const isNodeError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error

/** Start time in kernel ticks: distinguishes a reused process id. Empty where /proc is missing. */
const startedAt = async (processId: number) => {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

const isAlive = async (holder: { processId: number; startedAt: string }) => {
  try {
    process.kill(holder.processId, 0)
  } catch (error) {
    if (isNodeError(error) && error.code === 'ESRCH') return false
  }
  return (await startedAt(holder.processId)) === holder.startedAt
}

const read = (file: string) => readFile(file, 'utf8').catch(() => undefined)

const refuseLivingHolder = async (folder: string, held: string) => {
  const [processId = '', started = ''] = held.split(' ')
  if (processId !== '' && (await isAlive({ processId: Number(processId), startedAt: started })))
    throw new StartRefused(
      `The data folder ${folder} is in use by another Playhead (process ${processId}).`,
    )
}

/** Two starts may both have found a dead holder: the slower one restores a lock that is not the dead one's. */
const removeDead = async (lockFile: string, held: string) => {
  const removed = `${lockFile}.dead-${process.pid}`
  await rename(lockFile, removed).catch(() => {})
  const found = await read(removed)
  if (found !== undefined && found !== held) await link(removed, lockFile).catch(() => {})
  await rm(removed, { force: true })
}

/** One program per folder: two on the same database folder would destroy it. */
const lock = async (folder: string) => {
  const lockFile = join(folder, 'lock')
  const own = `${process.pid} ${await startedAt(process.pid)}`
  const written = `${lockFile}.${process.pid}`
  await writeFile(written, own, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // A link appears atomically, so no other process reads a lock without its holder.
      const isHeld = await link(written, lockFile).then(
        () => false,
        (error: unknown) => {
          if (isNodeError(error) && error.code === 'EEXIST') return true
          throw error
        },
      )
      if (!isHeld) return () => rm(lockFile, { force: true })
      const held = await read(lockFile)
      if (held === undefined) continue
      await refuseLivingHolder(folder, held)
      await removeDead(lockFile, held)
    }
  } finally {
    await rm(written, { force: true })
  }
  throw new StartRefused(`The data folder ${folder} is in use by another Playhead.`)
}

const makeFolder = async (folder: string) => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 })
    const probe = join(folder, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    const reason = isNodeError(error) ? error.code : String(error)
    throw new StartRefused(`The data folder ${folder} cannot be written (${reason}).`)
  }
}

/** The key for signed and sealed values; it never leaves the data folder. */
const serverSecret = async (folder: string) => {
  const keys = join(folder, 'keys')
  const file = join(keys, 'server-secret')
  await mkdir(keys, { recursive: true, mode: 0o700 })
  const stored = await readFile(file).catch(() => undefined)
  if (stored?.length === 32) return stored
  if (stored) throw new StartRefused(`The key file ${file} is damaged; restore it from a backup.`)
  const secret = randomBytes(32)
  const temporary = `${file}.${process.pid}`
  const handle = await open(temporary, 'wx', 0o600)
  await handle.writeFile(secret)
  await handle.sync()
  await handle.close()
  await rename(temporary, file)
  return secret
}

interface DataFolder {
  path: string
  serverSecret: Buffer
  unlock(): Promise<void>
}

export const openDataFolder = async (path: string): Promise<DataFolder> => {
  await makeFolder(path)
  const unlock = await lock(path)
  try {
    return { path, serverSecret: await serverSecret(path), unlock }
  } catch (error) {
    await unlock()
    throw error
  }
}
