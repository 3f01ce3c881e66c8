import { setTimeout as pause } from 'node:timers/promises'
import type { EngineChild } from './engine-child.ts'
import { EngineNotStarted } from './engine-not-started.ts'

const readyMilliseconds = 60_000
const askEveryMilliseconds = 20

interface StartingEngine {
  name: string
  child: Pick<EngineChild, 'ended' | 'hasEnded' | 'lastLines'>
  /** Sends the first statement; resolves with the problem, or with nothing once it was answered. */
  ask: () => Promise<string | undefined>
  /** Ends an engine that did not become ready. */
  giveUp: () => Promise<unknown>
}

/** Polls a starting engine until it answers. */
export const untilReady = async ({ name, child, ask, giveUp }: StartingEngine): Promise<void> => {
  const startedAt = Date.now()
  for (;;) {
    if (child.hasEnded()) {
      const said = child.lastLines().slice(-3).join(' ')
      throw new EngineNotStarted(`${name} ended while starting (${await child.ended}): ${said}`)
    }
    const problem = await ask()
    if (problem === undefined) return
    if (Date.now() - startedAt > readyMilliseconds) {
      await giveUp()
      throw new EngineNotStarted(`${name} did not become ready within a minute: ${problem}`)
    }
    await pause(askEveryMilliseconds)
  }
}

/** Runs work against an engine that may not be ready yet; resolves with the problem, if any. */
export const problemOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
