import { useEffect } from 'react'
import { setLastProduct } from '@playhead/web-kit/session/session-store.ts'
import { loadEnvironmentSession, reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { environmentsOf, useSession } from '@playhead/web-kit/session/use-session.ts'
import type { Visit } from '../routing/decide.ts'

const refreshMs = 5 * 60_000
const focusRefreshAfterMs = 60_000

const productOf = (path: string | undefined) => {
  if (path?.includes('/video/live-streams')) return 'live-stream'
  if (path?.includes('/video/')) return 'video'
  return path && /\/(data|metrics|monitoring|errors|views|alerts|custom-dashboards)\b/.test(path)
    ? 'data'
    : undefined
}

/** Keeps the session in step with the path and the server while the page is open. */
export const useSessionUpkeep = ({ params, address, isLoading }: Visit) => {
  const { session } = useSession()
  const { organizationId, environmentId } = params
  const isSignedIn = session !== null && !isLoading
  const knows = environmentsOf(session).some(({ id }) => id === environmentId)
  const isOther =
    (organizationId !== undefined && session?.organization?.id !== organizationId) ||
    (environmentId !== undefined && session?.currentEnvironment?.id !== environmentId)
  const isKnown = environmentId
    ? knows
    : session?.organizations.some(({ id }) => id === organizationId) === true
  const hasToFollow = isSignedIn && isOther && isKnown

  useEffect(() => {
    if (hasToFollow) void loadEnvironmentSession({ organizationId, environmentId })
  }, [hasToFollow, organizationId, environmentId])

  const path = address?.target.kind === 'screen' ? address.path : undefined
  useEffect(() => {
    const product = productOf(path)
    if (product) setLastProduct(product)
  }, [path])

  useEffect(() => {
    if (!isSignedIn) return undefined
    let askedAt = Date.now()
    const refresh = () => {
      if (document.visibilityState === 'hidden') return
      askedAt = Date.now()
      void reloadSession()
    }
    const timer = setInterval(refresh, refreshMs)
    const onReturn = () => {
      if (Date.now() - askedAt >= focusRefreshAfterMs) refresh()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isSignedIn])
}
