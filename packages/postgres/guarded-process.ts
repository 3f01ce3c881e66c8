import { type EngineChild, signal, spawnChild } from '@playhead/engine-kit/engine-child.ts'
import { commandAs, type EngineUser } from './engine-user.ts'

export interface GuardedProcess extends EngineChild {
  /** Kills guard and program immediately. */
  kill(): void
}

// The guard outlives this program while the engine shuts down (SIGINT is Postgres' fast shutdown). It leads a separate
// process group, so Ctrl-C in a terminal reaches the program and not the engine.
const guardScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
engine=$!
(while read -r _; do :; done <&3; kill -INT "$engine") 2>/dev/null &
watch=$!
wait "$engine"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`

/** Runs a process that ends automatically when this program ends, even after a crash. */
export const startGuarded = (
  user: EngineUser | undefined,
  file: string,
  args: string[],
  log: (line: string) => void,
): GuardedProcess => {
  const command = commandAs(user, '/bin/sh', ['-c', guardScript, 'engine-guard', file, ...args])
  const child = spawnChild({ ...command, cwd: '/', env: { LC_ALL: 'C' } }, log)
  return {
    ...child,
    kill() {
      if (child.processId !== undefined && !child.hasEnded()) signal(-child.processId, 'SIGKILL')
    },
  }
}
