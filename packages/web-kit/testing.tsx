import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { UiRouter } from '@playhead/ui/navigation/ui-router.tsx'
import { setApiOrigin } from './calls/call.ts'
import { setNavigator } from './navigation/navigation.ts'
import { createQueryClient, replaceQueryClient } from './queries/query-client.ts'
import type { Session } from './session/session.ts'
import { type DeclaredPart, loadParts } from './slot.ts'
import { SlotParts } from './slot-parts.ts'
import { sessionStore } from './session/session-store.ts'
import { pathTenant } from './session/tenant.ts'
import { type ApiHandlers, startApi } from './testing-server.ts'
import { aSession } from './testing-session.ts'
import { parseSearch, stringifySearch } from './navigation/url-state.ts'

export { anOrganization, aSession, ids } from './testing-session.ts'

interface RenderOptions {
  /** With `$name` parameters; all other addresses show nothing. */
  address?: string
  href?: string
  session?: Session | null
  api?: ApiHandlers
  /** Parts that other features put on the screen. */
  parts?: DeclaredPart[]
}

const running: (() => Promise<void> | void)[] = []

/** Call it in afterEach: closes the screens, stops the servers and clears the session. */
export const stopScreens = async () => {
  // First: a screen that is still there asks the server of the next one.
  cleanup()
  for (const stop of running.splice(0)) await stop()
  setApiOrigin('')
  pathTenant.set({ organizationId: undefined, environmentId: undefined })
  sessionStore.dispatch({ type: 'loggedOut' })
  localStorage.clear()
}

/** A screen with router, queries and session, talking to a real HTTP server on loopback. */
export const openScreen = async (Screen: ComponentType, options: RenderOptions = {}) => {
  const { address = '/', href = address, session = aSession(), api = {}, parts = [] } = options
  const given = async () => ({ parts })
  await loadParts(given)
  const server = await startApi(api)
  setApiOrigin(server.origin)
  if (session) sessionStore.dispatch({ type: 'userSessionLoaded', session })
  const queryClient = createQueryClient()
  const restoreClient = replaceQueryClient(queryClient)
  const rootRoute = createRootRoute({ notFoundComponent: () => <p>elsewhere</p> })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: address, component: () => <Screen /> }),
    ]),
    history: createMemoryHistory({ initialEntries: [href] }),
    parseSearch,
    stringifySearch,
  })
  const go = (next: string, { replace = false } = {}) =>
    void router.navigate({ href: next, replace })
  const restoreNavigator = setNavigator(go)
  await router.load()
  const params = (router.state.matches.at(-1)?.params ?? {}) as Record<string, string>
  pathTenant.set({ organizationId: params.organizationId, environmentId: params.environmentId })
  running.push(server.stop, restoreNavigator, restoreClient, () => queryClient.clear())
  const view = render(
    <QueryClientProvider client={queryClient}>
      <UiRouter navigate={go}>
        <SlotParts value={given}>
          <RouterProvider router={router} />
        </SlotParts>
      </UiRouter>
    </QueryClientProvider>,
  )
  return { ...view, requests: server.requests, router }
}
