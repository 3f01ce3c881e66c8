import { join } from 'node:path'
import { Hono } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { createApi } from '@playhead/server-kit/http/api.ts'
import { mountDocs } from './docs/docs-pages.ts'
import { features } from './features.ts'
import { dashboardFiles } from './http/dashboard-files.ts'
import { mountHealth } from './http/health.ts'
import { securityHeaders } from './http/security-headers.ts'
import { projectRoot } from './project-root.ts'

/** Everything that one port serves, in this order: health, API, documents, dashboard. */
export const createWebServer = (app: App) => {
  const server = new Hono()
  server.use(securityHeaders(app.settings))
  server.notFound((c) => c.json(new ApiError('not_found').body, 404))
  mountHealth(server, () => app.readiness())
  if (!app.settings.roles.includes('api')) return server
  mountDocs(server)
  server.route('/', createApi(app, features))
  for (const { mount } of features) mount?.(server, app)
  server.use(
    dashboardFiles(join(projectRoot, 'build/dashboard'), join(projectRoot, 'build/player')),
  )
  return server
}
