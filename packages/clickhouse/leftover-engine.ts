import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'

const run = promisify(execFile)
// An engine ends itself within eight seconds after its program; one that stays belongs to a running program.
const usualPatienceMilliseconds = 15_000

/** Waits for the engine of a killed program, which is shutting down. */
export const awaitLeftoverEngine = async (
  folder: string,
  patienceMilliseconds = usualPatienceMilliseconds,
): Promise<void> => {
  const startedAt = Date.now()
  for (;;) {
    const processId = await livingEngine(folder)
    if (processId === undefined) break
    if (Date.now() - startedAt > patienceMilliseconds) {
      throw new EngineNotStarted(
        `The analytics data in ${folder} are in use by another running program (engine process ${processId}).`,
        { isFinal: true },
      )
    }
    await pause(25)
  }
  for (const name of await readdir(folder)) {
    if (name.startsWith('hold-')) await rm(join(folder, name))
  }
}

async function livingEngine(folder: string): Promise<number | undefined> {
  const status = await readFile(join(folder, 'store/status'), 'utf8').catch(() => '')
  const processId = Number(/^PID: (\d+)/.exec(status)?.[1])
  if (!Number.isSafeInteger(processId)) return undefined
  const command = await commandOf(processId)
  return command.includes('engine-process.mjs') && command.includes(folder) ? processId : undefined
}

async function commandOf(processId: number): Promise<string> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '')
  }
  const found = await run('ps', ['-o', 'command=', '-p', String(processId)]).catch(() => undefined)
  return found?.stdout ?? ''
}
