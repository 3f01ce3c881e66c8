import {
  type EngineChild,
  endsWithin,
  signal,
  spawnChild,
} from '@playhead/engine-kit/engine-child.ts'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'
import type { EngineProcess } from '@playhead/engine-kit/supervise.ts'
import { createRequire } from 'node:module'

type SpawnedEngine = EngineProcess & EngineChild

/** A hanging engine kills itself earlier; a frozen one cannot. */
const frozenMilliseconds = 12_000

export const spawnEngine = (
  folder: string,
  ports: { http: number; native: number | undefined },
  log: (line: string) => void,
): SpawnedEngine => {
  const portArguments = [ports.http, ports.native].filter((port) => port !== undefined).map(String)
  const child = spawnChild(
    { file: process.execPath, arguments: [enginePath(), folder, ...portArguments], cwd: folder },
    log,
  )
  async function kill(): Promise<void> {
    if (child.processId !== undefined && !child.hasEnded()) signal(child.processId, 'SIGKILL')
    await child.ended
  }
  return {
    ...child,
    async stop() {
      // The engine sees the same when this program is killed, and kills itself if it hangs.
      child.closeStdin()
      if (!(await endsWithin(child, frozenMilliseconds))) await kill()
    },
    kill,
  }
}

/** The script in the source tree, also from a bundle: resolved through the workspace package. */
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
