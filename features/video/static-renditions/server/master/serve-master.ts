import type { Hono } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import {
  respondWithBytes,
  attachmentHeader,
  mountPlaybackRoute,
  type PlaybackHandler,
  storedBytes,
} from '@playhead/features/video/playback/server'
import type { App } from '@playhead/server-kit/app.ts'
import { findMaster } from './master.sql.ts'
import { masterKeyOf } from './master-file.ts'

const noSuchMaster = () =>
  new ApiError('not_found', {
    messages: ['This link has expired. Links to the original work for 24 hours.'],
  })

const serveMaster =
  (app: App): PlaybackHandler =>
  async (request, { file = '' }) => {
    const secret = file.slice(0, -'.mp4'.length)
    const found = await findMaster(app.postgres, secret, app.clock.now())
    if (!found) throw noSuchMaster()
    const source = await storedBytes(app, masterKeyOf(found.environment_id, found.id, secret))
    return respondWithBytes(request, source, {
      etag: `${found.id}-master-${source.totalBytes}`,
      headers: {
        'content-type': 'video/mp4',
        'cache-control': 'private, no-store',
        ...attachmentHeader(found.title ?? '', 'master.mp4'),
      },
    })
  }

/** `/master/{secret}.mp4` */
export const mountMaster = (server: Hono, app: App) =>
  mountPlaybackRoute(server, app, '/master/:file{[A-Za-z0-9_-]{20,128}\\.mp4}', serveMaster(app))
