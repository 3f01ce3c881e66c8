import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'

/** Postgres refuses to run as root, so a root program runs it as a separate user. */
export interface EngineUser {
  userId: number
  groupId: number
  /** The user cannot enter the parent folders; the process then gets only the capability to pass them. */
  needsPassage: boolean
}

interface Command {
  file: string
  arguments: string[]
  identity: { uid?: number; gid?: number }
}

const run = promisify(execFile)
const candidateNames = ['postgres', 'nobody']

/** Undefined: the program is not root and the engine runs as its user. */
export const engineUser = async (
  clusterFolder: string,
  mustReach: readonly string[],
): Promise<EngineUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const identity = (await ownerOf(clusterFolder)) ?? (await firstExistingUser())
  return { ...identity, needsPassage: !(await reaches(identity, mustReach)) }
}

/** The command that runs `file` as the engine's user. */
export const commandAs = (user: EngineUser | undefined, file: string, args: string[]): Command => {
  if (user === undefined) return { file, arguments: args, identity: {} }
  if (!user.needsPassage) {
    return { file, arguments: args, identity: { uid: user.userId, gid: user.groupId } }
  }
  // A clone under /root is closed to other users. Only root's capability to pass closed folders is handed on.
  const options = [
    `--reuid=${user.userId}`,
    `--regid=${user.groupId}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { file: 'setpriv', arguments: [...options, '--', file, ...args], identity: {} }
}

type Identity = Pick<EngineUser, 'userId' | 'groupId'>

async function ownerOf(clusterFolder: string): Promise<Identity | undefined> {
  const found = await stat(clusterFolder).catch(() => undefined)
  return found === undefined || found.uid === 0
    ? undefined
    : { userId: found.uid, groupId: found.gid }
}

async function firstExistingUser(): Promise<Identity> {
  for (const name of candidateNames) {
    try {
      const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { userId: Number(user.stdout), groupId: Number(group.stdout) }
    } catch {
      // The next name may exist.
    }
  }
  throw new EngineNotStarted(
    'Postgres does not run as root, and there is neither a user "postgres" nor "nobody" to run it as.',
    { isFinal: true },
  )
}

async function reaches(identity: Identity, paths: readonly string[]): Promise<boolean> {
  const script = 'for path; do test -r "$path" && test -x "$path" || exit 1; done'
  return run('/bin/sh', ['-c', script, 'sh', ...paths], {
    cwd: '/',
    uid: identity.userId,
    gid: identity.groupId,
  }).then(
    () => true,
    () => false,
  )
}
