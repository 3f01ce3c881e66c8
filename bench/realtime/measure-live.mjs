import { setTimeout as pause } from 'node:timers/promises'

/**
 * What this process holds of the heap and of buffers, without what waits to be collected; needs `--expose-gc`. The resident
 * memory would also have pages that are kept for later, which is more than that of thousands of sockets.
 */
export const measureLive = async () => {
  for (let time = 0; time < 4; time += 1) {
    globalThis.gc()
    await pause(250)
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
