import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineBinaries } from './engine-binaries.ts'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'
import type { EngineUser } from './engine-user.ts'
import { startGuarded } from './guarded-process.ts'

const unfinishedPrefix = 'cluster.new-'
// The kernel's limit for the path of a socket is 104 bytes on macOS and 108 on Linux.
const longestSocketPath = 100

/** A first start that was killed leaves a folder with a temporary name behind, never half a cluster. */
export const ensureCluster = async (
  folder: string,
  binaries: EngineBinaries,
  user: EngineUser | undefined,
  password: string,
): Promise<void> => {
  const cluster = join(folder, 'cluster')
  if (await isPresent(cluster)) return
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinishedPrefix)) await rm(join(folder, name), { recursive: true })
  }
  const unfinished = await mkdtemp(join(folder, unfinishedPrefix))
  const passwordFile = `${unfinished}/password`
  const initialized = `${unfinished}/cluster`
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(user, unfinished, passwordFile)
  const initdb = startGuarded(
    user,
    binaries.initdb,
    [
      `--pgdata=${initialized}`,
      '--username=playhead',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Postgres itself defines the sort order, so it is the same on every machine.
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    () => {},
  )
  const cause = await initdb.ended
  if (cause !== 'code 0') {
    throw new EngineNotStarted(
      `Postgres could not make its files in ${folder} (${cause}): ${initdb.lastLines().slice(-3).join(' ')}`,
    )
  }
  await rename(initialized, cluster)
  await rm(unfinished, { recursive: true })
}

/**
 * A folder for the socket that only the engine's user can enter; a short one elsewhere when the path would be too long.
 */
export const ensureSocketFolder = async (
  folder: string,
  user: EngineUser | undefined,
): Promise<string> => {
  let socketFolder = join(folder, 'socket')
  if (Buffer.byteLength(join(socketFolder, '.s.PGSQL.5432')) > longestSocketPath) {
    const temporary = tmpdir().length < 50 ? tmpdir() : '/tmp'
    socketFolder = await mkdtemp(join(temporary, 'playhead-'))
  }
  await mkdir(socketFolder, { recursive: true })
  await chmod(socketFolder, 0o700)
  await giveTo(user, socketFolder)
  return socketFolder
}

async function giveTo(user: EngineUser | undefined, ...paths: string[]): Promise<void> {
  if (user === undefined) return
  for (const path of paths) await chown(path, user.userId, user.groupId)
}

async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
