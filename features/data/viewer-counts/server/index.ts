import { mountPlaybackRoute } from '@playhead/features/video/playback/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { serveViewerCounts } from './serve-viewer-counts.ts'

/** Players on any site ask it, with a token in the address. */
export const viewerCountsServer = feature('viewer-counts', {
  mountForAnyHost: (server, app) =>
    mountPlaybackRoute(server, app, '/counts', serveViewerCounts(app)),
})
