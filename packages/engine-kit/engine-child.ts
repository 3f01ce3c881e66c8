import { processLines } from './process-lines.ts'
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

interface EngineCommand {
  file: string
  arguments: string[]
  cwd: string
  env?: Record<string, string>
  identity?: { uid?: number; gid?: number }
}

export interface EngineChild {
  readonly processId: number | undefined
  /** Resolves with the cause once the process is gone. */
  ended: Promise<string>
  hasEnded(): boolean
  /** The last output of the process, for the message about its failure. */
  lastLines(): string[]
  /** Closes the stdin of the process, as the kernel does when this program is killed. */
  closeStdin(): void
}

/** Starts the process of an engine and passes its output to the log. */
export const spawnChild = (command: EngineCommand, log: (line: string) => void): EngineChild => {
  const child = spawn(command.file, command.arguments, {
    ...command.identity,
    cwd: command.cwd,
    // Ctrl-C in a terminal reaches the program, which shuts its engine down cleanly.
    detached: true,
    // The engine needs none of the program's secrets.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC', ...command.env },
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
    processId: child.pid,
    ended,
    hasEnded: () => hasEnded,
    lastLines: lines.lastLines,
    closeStdin: () => child.stdin.end(),
  }
}

/** False when it timed out. */
export const endsWithin = async (
  child: Pick<EngineChild, 'ended'>,
  milliseconds: number,
): Promise<boolean> => {
  const timer = new AbortController()
  const timeIsUp = pause(milliseconds, false, { signal: timer.signal }).catch(() => false)
  const hasEnded = await Promise.race([child.ended.then(() => true), timeIsUp])
  timer.abort()
  return hasEnded
}

/** A signal to a process, or to its group where the id is negative. */
export const signal = (processId: number, name: NodeJS.Signals): void => {
  try {
    process.kill(processId, name)
  } catch {
    // It has ended already.
  }
}
