import { browserIsIdle } from '@playhead/web-kit/chunks/browser-is-idle.ts'
import { realtimeState } from '@playhead/web-kit/realtime/realtime-state.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'

const isSignedIn = () => {
  const { session, isLoading } = sessionStore.getState()
  return session !== null && !isLoading
}

const signedIn = () =>
  new Promise<void>((resolve) => {
    if (isSignedIn()) return resolve()
    const stop = sessionStore.subscribe(() => {
      if (!isSignedIn()) return
      stop()
      resolve()
    })
    return undefined
  })

/** The socket comes after the first screen of a person who is signed in, so that the page is not later for it. */
export const goLive = async () => {
  // Until then screens wait for it, rather than asking over HTTP.
  realtimeState.set('connecting')
  await signedIn()
  await browserIsIdle()
  try {
    const { startLive } = await import('../live/start-live.ts')
    startLive()
  } catch {
    // Without that chunk the page asks over HTTP.
    realtimeState.set('away')
  }
}
