import { join } from 'node:path'
import { Hono } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { alertFigures } from '@playhead/features/data/alerts/server'
import { liveFigures } from '@playhead/features/video/broadcasts/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Channels } from '@playhead/server-kit/channels/start-channels.ts'
import { refuseNul } from '@playhead/server-kit/http/refuse-nul.ts'
import { createApi } from '@playhead/server-kit/http/api.ts'
import { requestLogFigures } from '@playhead/server-kit/request-log/request-log-figures.ts'
import { mountDocs } from './docs/docs-pages.ts'
import { features } from './features.ts'
import { dashboardFiles, playerFiles } from './http/dashboard-files.ts'
import { mountHealth } from './http/health.ts'
import { mountMetrics } from './http/metrics.ts'
import { refuseForeignHost } from './http/refuse-foreign-host.ts'
import { securityHeaders } from './http/security-headers.ts'
import { settleBody } from './http/settle-body.ts'
import { projectRoot } from './project-root.ts'

/** Everything on one port: first what answers under any host name, then, behind the host check, all the rest. */
export const createWebServer = (app: App, channels?: Pick<Channels, 'mount' | 'figures'>) => {
  const server = new Hono()
  server.use(settleBody)
  server.use(securityHeaders(app.settings))
  server.notFound((c) => c.json(new ApiError('not_found').body, 404))
  mountHealth(server, () => app.readiness())
  mountMetrics(server, app.settings.metricsToken, () => [
    ...requestLogFigures(app.requestLog),
    ...(channels?.figures() ?? []),
    ...alertFigures(app),
    ...(app.settings.roles.includes('ingest') ? liveFigures(app) : []),
  ])
  if (!app.settings.roles.includes('api')) {
    server.use('/socket/*', refuseForeignHost(app.settings))
    channels?.mount(server)
    return server
  }
  for (const { mountForAnyHost } of features) mountForAnyHost?.(server, app)
  server.use(playerFiles(join(projectRoot, 'build/player')))
  server.use(refuseForeignHost(app.settings))
  channels?.mount(server)
  // The dashboard's page is no reply to a client of the socket.
  server.all('/socket/*', (c) => c.json(new ApiError('not_found').body, 404))
  mountDocs(server)
  server.route('/', createApi(app, features))
  server.use(refuseNul)
  for (const { mount } of features) mount?.(server, app)
  server.use(dashboardFiles(join(projectRoot, 'build/dashboard')))
  return server
}
