import type { Hono } from 'hono'
import {
  mountPlaybackRoute,
  playbackIdPattern,
  playerHealth,
} from '@playhead/features/video/playback/server'
import type { App } from '@playhead/server-kit/app.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { servePage } from './serve-page.ts'

const mountForAnyHost = (server: Hono, app: App) => {
  const id = `:id{${playbackIdPattern}}`
  mountPlaybackRoute(server, app, `/watch/${id}`, servePage(app, 'watch'))
  mountPlaybackRoute(server, app, `/embed/${id}`, servePage(app, 'embed'))
  mountPlaybackRoute(server, app, `/embed/${id}/health`, playerHealth(app))
}

export const watchServer = feature('watch', { mountForAnyHost })
