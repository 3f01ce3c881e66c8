import { mountPlaybackRoute } from '@playhead/features/video/playback/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { serveViewerCounts } from './serve-viewer-counts.ts'

/** Called by players on any site, with a token in the URL. */
export const viewerCountsServer = feature('viewer-counts', {
  mountForAnyHost: (server, app) =>
    mountPlaybackRoute(server, app, '/counts', serveViewerCounts(app)),
})
