import { setTimeout as pause } from 'node:timers/promises'

const firstPauseMs = 1_000
const longestPauseMs = 60_000

interface Trying {
  signal: AbortSignal
  failed: (error: unknown) => void
}

/** Tries until it works, ever less often. Ends without an error, also when it is aborted. */
export const keepTrying = async (work: () => Promise<unknown>, { signal, failed }: Trying) => {
  for (
    let pauseMs = firstPauseMs;
    !signal.aborted;
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  ) {
    try {
      await work()
      return
    } catch (error) {
      if (signal.aborted) return
      failed(error)
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
