import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { signal } from '@playhead/engine-kit/engine-child.ts'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'

interface Postmaster {
  processId: number
  /** Its guard is alive and leads its process group: another program uses it, or it is shutting down. */
  isGuarded: boolean
  isStopping: boolean
}

const run = promisify(execFile)
const usualGraceMilliseconds = 8_000
const shutdownMilliseconds = 60_000

/**
 * Ensures that no engine runs on the cluster any more. An engine without a guard is an orphan and is stopped; one with
 * a guard gets time to follow its killed program, and counts as in use when it does not.
 */
export const endLeftoverEngine = async (
  cluster: string,
  log: (line: string) => void,
  graceMilliseconds = usualGraceMilliseconds,
): Promise<void> => {
  const startedAt = Date.now()
  let isAsked = false
  for (;;) {
    const postmaster = await findPostmaster(cluster)
    if (postmaster === undefined) return
    const waited = Date.now() - startedAt
    if (postmaster.isGuarded && !postmaster.isStopping && waited > graceMilliseconds) {
      throw new EngineNotStarted(
        `The database in ${cluster} is in use by another running program (engine process ${postmaster.processId}).`,
        { isFinal: true },
      )
    }
    if (!postmaster.isGuarded && !isAsked) {
      log(`ending the engine that a killed program left over (process ${postmaster.processId})`)
      signal(postmaster.processId, 'SIGINT')
      isAsked = true
    }
    if (waited > shutdownMilliseconds) signal(postmaster.processId, 'SIGQUIT')
    await pause(25)
  }
}

export const postmasterProcessId = async (cluster: string): Promise<number | undefined> => {
  return (await findPostmaster(cluster))?.processId
}

async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const processId = Number(lines[0])
  if (!Number.isSafeInteger(processId) || processId <= 0 || !isAlive(processId)) return undefined
  const details = await describeProcess(processId)
  if (details === undefined) return undefined
  if (!(await details.worksIn(cluster))) {
    // After a reboot the process id belongs to another program; Postgres would take it for a running engine and not
    // start.
    await rm(file, { force: true })
    return undefined
  }
  return {
    processId,
    isGuarded: details.parent === details.group,
    isStopping: lines[7]?.trim() === 'stopping',
  }
}

/** The processes that Postgres started for its connections; each leads its own group. */
export const childrenOf = async (parent: number): Promise<number[]> => {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
    const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
    return pairs.flatMap(([id, of]) => (of === parent && id !== undefined ? [id] : []))
  }
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const details = await describeProcess(Number(name))
    if (details?.parent === parent) found.push(Number(name))
  }
  return found
}

interface ProcessDetails {
  parent: number
  group: number
  worksIn(cluster: string): Promise<boolean>
}

async function describeProcess(processId: number): Promise<ProcessDetails | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    // The name in parentheses may contain spaces; state, parent and group follow it.
    const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(parent),
      group: Number(group),
      worksIn: async (cluster) =>
        (await readlink(`/proc/${processId}/cwd`).catch(() => '')) === (await realpath(cluster)),
    }
  }
  const found = await run('ps', ['-o', 'ppid=,pgid=,command=', '-p', String(processId)]).catch(
    () => undefined,
  )
  const [, parent, group, command] = /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(found?.stdout ?? '') ?? []
  if (command === undefined) return undefined
  return {
    parent: Number(parent),
    group: Number(group),
    worksIn: async (cluster) => command.includes(cluster),
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
