import { useCallback } from 'react'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { decide, type Visit } from './decide.ts'
import type { DashboardRouter } from './router.tsx'

const redirectsMax = 10

/** Whether a link to it opens a screen, after the same redirects and gates as a visit. */
const leadsToScreen = (
  router: Pick<DashboardRouter, 'matchRoutes'>,
  href: string,
  session: Session | null,
  redirectsLeft = redirectsMax,
): boolean => {
  const match = router.matchRoutes(href.replace(/[?#].*$/, ''), {}).at(-1)
  const address = match?.staticData.address
  if (address?.target.kind === 'missing' || redirectsLeft === 0) return false
  const params = (match?.params ?? {}) as Visit['params']
  const decision = decide({ address, params, href, session, isLoading: false })
  if (decision.kind === 'redirect')
    return leadsToScreen(router, decision.to, session, redirectsLeft - 1)
  return decision.kind === 'show'
}

export const useScreenPlaces = (router: DashboardRouter) => {
  const { session } = useSession()
  return useCallback((href: string) => leadsToScreen(router, href, session), [router, session])
}
