/** To the letter. */
export const notStartedText = 'This live stream has not started.'

export const retryEveryMs = 5_000

const firstPlaylistOf = (text: string) => text.split('\n').find((line) => /^[^#\s]/.test(line))

/** A broadcast that has ended keeps its playlists for a few minutes, with a mark at their end. */
const isRunning = async (address: string, signal: AbortSignal): Promise<boolean> => {
  const answer = await fetch(address, { signal })
  if (!answer.ok) return false
  const text = await answer.text()
  if (!text.includes('#EXT-X-STREAM-INF')) return !text.includes('#EXT-X-ENDLIST')
  const first = firstPlaylistOf(text)
  return (
    first !== undefined && isRunning(new URL(first, new URL(address, location.href)).href, signal)
  )
}

/** Asks every five seconds; calls back once, when a broadcast runs. The returned function ends that. */
export const awaitBroadcast = (address: string, onRunning: () => void) => {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async () => {
    const runs = await isRunning(address, stopped.signal).catch(() => false)
    if (stopped.signal.aborted) return
    if (runs) onRunning()
    else timer = setTimeout(() => void ask(), retryEveryMs)
  }
  timer = setTimeout(() => void ask(), retryEveryMs)
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}
