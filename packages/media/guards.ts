import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const answerMs = 5000

/** What this machine offers to confine a program; each is a command prefix, empty where it is missing. */
export interface Guards {
  /** A separate network namespace without any connection. */
  isolation: readonly string[]
  /** Ends the program together with this process, even if this process is killed while the program starts. */
  leash: readonly string[]
  hasLimits: boolean
  /** Gives the program idle priority for disk access. */
  patience: readonly string[]
}

export const noGuards: Guards = { isolation: [], leash: [], hasLimits: false, patience: [] }

const works = async ([program = '', ...args]: readonly string[]) => {
  try {
    await run(program, [...args, 'true'], { timeout: answerMs })
    return true
  } catch {
    return false
  }
}

const firstThatWorks = async (candidates: readonly (readonly string[])[]) => {
  for (const candidate of candidates) if (await works(candidate)) return candidate
  return []
}

/** Root may create a network namespace directly; others only within a user namespace, if the machine allows it. */
const waysOffTheNetwork = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--map-current-user', '--net', '--'],
  ['unshare', '--user', '--map-root-user', '--net', '--'],
]

const endsWithParent = ['setpriv', '--pdeathsig', 'KILL', '--']

/**
 * The kernel sends no signal for a parent that died before setpriv asked for it, so the parent is compared afterwards.
 * The shell adds PWD by itself, which the program need not see.
 */
const startsUnderParent = ['sh', '-c', '[ "$PPID" -eq "$0" ] && unset PWD && exec "$@"']

export const findGuards = async (): Promise<Guards> => {
  if (process.platform !== 'linux') return noGuards
  const [isolation, leash, limits, patience] = await Promise.all([
    firstThatWorks(waysOffTheNetwork),
    firstThatWorks([[...endsWithParent, ...startsUnderParent, String(process.pid)]]),
    works(['prlimit', '--core=0', '--']),
    firstThatWorks([['ionice', '-c', '3']]),
  ])
  return { isolation, leash, hasLimits: limits, patience }
}
