import { useRouterState } from '@tanstack/react-router'
import { lastProduct, takeEntrance } from '@playhead/web-kit/session/session-store.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import type { Address } from './address.ts'
import type { Visit } from './decide.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    address?: Address
  }
}

export const useAddress = (): Address | undefined =>
  useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.address })

export const useVisit = (): Visit => {
  const { session, isLoading } = useSession()
  const address = useAddress()
  const params = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.params ?? {}) as Record<string, string | undefined>,
    structuralSharing: true,
  })
  // From the same match as the address: the location already changes while the next page loads.
  const href = useRouterState({
    select: ({ matches }) => {
      const match = matches.at(-1)
      return match ? match.pathname + stringifySearch(match.search) : '/'
    },
  })
  return {
    address,
    params,
    href,
    session,
    isLoading,
    lastProduct: lastProduct(),
    entrance: takeEntrance(),
  }
}
