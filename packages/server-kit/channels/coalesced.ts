/** Runs one call at a time. Calls during a run are coalesced: one more run follows it. */
export const coalesced = (run: () => Promise<void>): (() => Promise<void>) => {
  let isAsked = false
  let running: Promise<void> | undefined
  const runWhileAsked = async () => {
    try {
      while (isAsked) {
        isAsked = false
        await run()
      }
    } finally {
      running = undefined
    }
  }
  return () => {
    isAsked = true
    return (running ??= runWhileAsked())
  }
}
