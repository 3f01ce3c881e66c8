import { setTimeout as pause } from 'node:timers/promises'

const firstPauseMs = 100
const longestPauseMs = 2_000

/** Retries until it works or `isStopped` returns true; returns whether it worked. The operation must be idempotent. */
export const retryUntilDone = async (
  work: () => Promise<void>,
  { isStopped, failed }: { isStopped: () => boolean; failed: (error: unknown) => void },
): Promise<boolean> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await work()
      return true
    } catch (error) {
      failed(error)
      if (isStopped()) return false
      await pause(Math.min(firstPauseMs * 2 ** attempt, longestPauseMs))
    }
  }
}
