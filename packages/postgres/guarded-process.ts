import { processLines } from '@playhead/domain/process-lines.ts'
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { commandAs, type EngineUser } from './engine-user.ts'
import { signal } from './leftover-engine.ts'

export interface GuardedProcess {
  /** Settles with the cause once the process is gone. */
  ended: Promise<string>
  hasEnded(): boolean
  /** What the process said last, for the message about its failure. */
  lastLines(): string[]
  /** Closes the guard's input, which is also what the kernel does when this program is killed. */
  letGo(): void
  /** Ends guard and program at once. */
  kill(): void
}

// The guard outlives this program by the moments that the engine needs for a clean end (SIGINT is Postgres' fast
// shutdown). It leads a group of its own, so Ctrl-C in a terminal reaches the program and not the engine.
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

/** Runs a program that ends by itself when this one ends, however that happens. */
export function startGuarded(
  user: EngineUser | undefined,
  file: string,
  args: string[],
  log: (line: string) => void,
): GuardedProcess {
  const command = commandAs(user, '/bin/sh', ['-c', guardScript, 'engine-guard', file, ...args])
  const child = spawn(command.file, command.arguments, {
    ...command.identity,
    cwd: '/',
    detached: true,
    // The engine needs none of this program's secrets.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = processLines(log)
  let hasEnded = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  }).then((cause) => {
    hasEnded = true
    child.stdin.destroy()
    return cause
  })
  child.stdin.on('error', () => {})
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', lines.reader())
  return {
    ended,
    hasEnded: () => hasEnded,
    lastLines: lines.lastLines,
    letGo: () => child.stdin.end(),
    kill: () => {
      if (child.pid !== undefined && !hasEnded) signal(-child.pid, 'SIGKILL')
    },
  }
}

/** False when the time was up first. */
export async function endsWithin(process: GuardedProcess, milliseconds: number): Promise<boolean> {
  const timer = new AbortController()
  const timeIsUp = pause(milliseconds, false, { signal: timer.signal }).catch(() => false)
  const hasEnded = await Promise.race([process.ended.then(() => true), timeIsUp])
  timer.abort()
  return hasEnded
}
