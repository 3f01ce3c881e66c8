import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadChunk } from '@playhead/web-kit/chunks/chunk.ts'
import { interruption } from '@playhead/web-kit/errors/error-effects.ts'
import { forgetFailedChunks } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { proofRequest } from '@playhead/web-kit/errors/proof.ts'
import { setNavigator } from '@playhead/web-kit/navigation/navigation.ts'
import { pathTenant, tenantOfPath } from '@playhead/web-kit/session/tenant.ts'
import { parseSearch, stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import type { ScreenModule } from '@playhead/web-kit/web-feature.ts'
import type { Address, ScreenTarget } from './address.ts'
import './use-visit.ts'

interface Parts {
  Application: ComponentType
  ScreenFailure: ComponentType<{ error: unknown; reset: () => void }>
  Pending: ComponentType
}

const Nothing = () => null

/** Pages that the server renders, outside of the dashboard. */
const isServerPage = (href: string) =>
  /^\/(docs|openapi\.json)([/?#]|$)/.test(href) && !/^\/docs\/status([?#]|$)/.test(href)

const isElsewhere = (href: string) => /^[a-z][a-z0-9+.-]*:/i.test(href)

/** Pages for visitors load without the query cache, to stay small; all others include it. */
const withQueries = async ({ load }: ScreenTarget): Promise<ScreenModule> => {
  const [{ Screen }, { QueriesProvider }] = await Promise.all([
    loadChunk(load, 'Screen'),
    loadChunk(() => import('@playhead/web-kit/queries/queries-provider.tsx'), 'QueriesProvider'),
  ])
  return {
    Screen: () => (
      <QueriesProvider>
        <Screen />
      </QueriesProvider>
    ),
  }
}

const screenOf = ({ target, session }: Address) => {
  if (target.kind !== 'screen') return Nothing
  const load =
    session === 'none' ? () => loadChunk(target.load, 'Screen') : () => withQueries(target)
  return lazyRouteComponent(load, 'Screen')
}

export const createDashboardRouter = (table: Address[], parts: Parts, history?: RouterHistory) => {
  const { Application, ScreenFailure, Pending } = parts
  const root = createRootRoute({ component: () => <Application />, notFoundComponent: Nothing })
  const routes = table.map((address) =>
    createRoute({
      getParentRoute: () => root,
      path: address.path,
      staticData: { address },
      component: screenOf(address),
    }),
  )
  const anythingElse = createRoute({ getParentRoute: () => root, path: '/$', component: Nothing })
  const router = createRouter({
    routeTree: root.addChildren([...routes, anythingElse]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: 150,
    defaultErrorComponent: ({ error, reset }) => <ScreenFailure error={error} reset={reset} />,
    defaultPendingComponent: () => <Pending />,
    ...(history && { history }),
  })
  const go = (href: string, { replace = false } = {}) => {
    if (isServerPage(href) || isElsewhere(href)) globalThis.location.assign(href)
    else void router.navigate({ href, replace })
  }
  pathTenant.set(tenantOfPath(router.history.location.pathname))
  router.subscribe('onBeforeNavigate', forgetFailedChunks)
  router.subscribe('onBeforeRouteMount', ({ toLocation, pathChanged }) => {
    pathTenant.set(tenantOfPath(toLocation.pathname))
    if (!pathChanged) return
    interruption.set(null)
    proofRequest.get()?.settle(false)
  })
  setNavigator(go)
  return { router, go }
}

export type DashboardRouter = ReturnType<typeof createDashboardRouter>['router']
