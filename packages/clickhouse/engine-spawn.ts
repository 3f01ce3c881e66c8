import { processLines } from '@playhead/domain/process-lines.ts'
import type { EngineProcess } from '@playhead/domain/supervise.ts'
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { createRequire } from 'node:module'
import { EngineNotStarted } from '@playhead/domain/engine-not-started.ts'

export interface SpawnedEngine extends EngineProcess {
  hasEnded(): boolean
  /** What the engine said last, for the message about its failure. */
  lastLines(): string[]
}

/** One that hangs kills itself before; one that was frozen cannot. */
const frozenMilliseconds = 12_000

export async function spawnEngine(
  folder: string,
  ports: { http: number; native: number | undefined },
  log: (line: string) => void,
): Promise<SpawnedEngine> {
  const portArguments = [ports.http, ports.native].filter((port) => port !== undefined).map(String)
  const child = spawn(process.execPath, [enginePath(), folder, ...portArguments], {
    cwd: folder,
    // Ctrl-C in a terminal reaches the program, which stops its engine in good order.
    detached: true,
    // The engine needs none of this program's secrets.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = processLines(log)
  let hasEnded = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  }).then((cause) => {
    hasEnded = true
    return cause
  })
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await ended
  }
  child.stdin.on('error', () => {})
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', lines.reader())
  return {
    ended,
    hasEnded: () => hasEnded,
    lastLines: lines.lastLines,
    async stop() {
      // What the kernel does as well when this program is killed; the engine kills itself should it hang.
      child.stdin.end()
      const patience = new AbortController()
      const { signal } = patience
      const killed = pause(frozenMilliseconds, undefined, { signal }).then(kill, () => {})
      await Promise.race([ended, killed])
      patience.abort()
    },
    kill,
  }
}

/** The script of the source tree, also from a bundle: the workspace package leads to it. */
function enginePath(): string {
  try {
    return createRequire(import.meta.url).resolve('@playhead/clickhouse/engine-process.mjs')
  } catch (error) {
    throw new EngineNotStarted(
      'The ClickHouse that comes with the program is not installed: install it, or set CLICKHOUSE_URL to a server of your own.',
      { isFinal: true, cause: error },
    )
  }
}
