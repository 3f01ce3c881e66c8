import type { Hono } from 'hono'
import type { App } from '@playhead/server-kit/app.ts'
import { imageRoutes } from './images/image-routes.ts'
import { mountPlaybackRoute, playbackIdPattern } from './playback-route.ts'
import { serveStaticFile, serveTextFile, serveTextSegment } from './files/serve-files.ts'
import {
  serveMediaPlaylist,
  serveMultivariant,
  serveTextPlaylist,
} from './playlists/serve-playlists.ts'
import { serveSegment } from './segments/serve-segments.ts'

const id = `/:id{${playbackIdPattern}}`
const track = '[0-9a-fA-F-]{36}'

export const mountPlayback = (server: Hono, app: App) => {
  const routes = {
    [`/:file{${playbackIdPattern}\\.m3u8}`]: serveMultivariant,
    [`${id}/:file{[a-z0-9-]+\\.m3u8}`]: serveMediaPlaylist,
    [`${id}/:rendition{[a-z0-9-]+}/:file{(?:init(?:-[0-9]{1,4})?\\.mp4|[0-9]{1,7}(?:\\.[0-9]{1,4})?\\.m4s)}`]:
      serveSegment,
    [`${id}/:file{[a-z0-9-]+\\.(?:mp4|m4a)}`]: serveStaticFile,
    [`${id}/text/:file{${track}\\.m3u8}`]: serveTextPlaylist,
    [`${id}/text/:file{${track}\\.(?:vtt|txt)}`]: serveTextFile,
    [`${id}/text/:track{${track}}/0.vtt`]: serveTextSegment,
    ...Object.fromEntries(
      Object.entries(imageRoutes).map(([path, serve]) => [`${id}${path}`, serve]),
    ),
  }
  for (const [path, serve] of Object.entries(routes))
    mountPlaybackRoute(server, app, path, serve(app))
}
