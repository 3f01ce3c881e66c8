const waits = [10, 50, 100, 150, 200, 250, 500, 1000, 2000]
const longestMs = 5000
const unloadingMs = 100
/** From this try on many pages would otherwise come back at the same moment. */
const firstSpreadTry = 3

/** How long to wait before the `tries`-th attempt to reconnect. RTCH-018 */
export const reconnectWaitMs = (
  tries: number,
  { isUnloading = false, random = Math.random }: { isUnloading?: boolean; random?: () => number },
) => {
  if (isUnloading) return unloadingMs
  const wait = waits[tries - 1] ?? longestMs
  return tries < firstSpreadTry ? wait : wait * (0.5 + random())
}
