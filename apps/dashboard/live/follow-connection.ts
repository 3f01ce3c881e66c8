import { apiOrigin } from '@playhead/web-kit/calls/call.ts'
import { connection, doubtConnection, noteResponse } from '@playhead/web-kit/calls/connection.ts'
import { queryClient } from '@playhead/web-kit/queries/query-client.ts'

const firstWaitMs = 1_000
const longestWaitMs = 8_000
const silenceMs = 5_000

const isReached = async () => {
  try {
    const response = await fetch(`${apiOrigin.value}/livez`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(silenceMs),
    })
    return response.ok || response.status < 500
  } catch {
    return false
  }
}

/**
 * Asks the server whenever it is in doubt, and until it responds. What is on the screen may be old by then, so it is
 * asked for again. While the connection is lost, nothing on the page looks live.
 */
export const followConnection = () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isStopped = false
  let waitMs = firstWaitMs
  const ask = async () => {
    if (isAsking || isStopped) return
    isAsking = true
    clearTimeout(timer)
    const reached = await isReached()
    isAsking = false
    if (isStopped) return
    if (reached) return noteResponse()
    connection.set('lost')
    timer = setTimeout(() => void ask(), waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
  let before = connection.get()
  const follow = () => {
    const state = connection.get()
    document.documentElement.toggleAttribute('data-connection-lost', state === 'lost')
    if (state === 'doubted') void ask()
    if (state === 'fine') {
      clearTimeout(timer)
      waitMs = firstWaitMs
      if (before === 'lost') void queryClient().invalidateQueries()
    }
    before = state
  }
  const onOffline = () => doubtConnection()
  const onOnline = () => void ask()
  const stopFollowing = connection.subscribe(follow)
  globalThis.addEventListener('offline', onOffline)
  globalThis.addEventListener('online', onOnline)
  follow()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopFollowing()
    globalThis.removeEventListener('offline', onOffline)
    globalThis.removeEventListener('online', onOnline)
    document.documentElement.removeAttribute('data-connection-lost')
  }
}
