import type { Hono } from 'hono'
import { z } from 'zod'
import { findAsset } from '@playhead/features/video/assets/server'
import {
  respondWithBytes,
  bytesInMemory,
  mountPlaybackRoute,
  noSuchPart,
  openPlayback,
  type PlaybackHandler,
  playbackIdPattern,
  readStored,
  shortHeaders,
} from '@playhead/features/video/playback/server'
import type { App } from '@playhead/server-kit/app.ts'
import { shotImageKeyOf, shotsListKeyOf } from './shots-key.ts'

const Stored = z.object({
  duration: z.number(),
  shots: z.array(z.object({ start: z.number(), end: z.number() })),
})

const keptSeconds = 60
const thousandths = (seconds: number) => Math.round(seconds * 1000) / 1000

const open = async (app: App, request: Request, id: string) => {
  const playback = await openPlayback(app, request, { id, audience: 'v' })
  const asset = await findAsset(playback.environment, playback.asset.id)
  if (asset?.shots_status !== 'completed') throw noSuchPart()
  return playback
}

/** `/{playback id}/shots.json`: the addresses of its pictures carry the same access. */
const serveShots =
  (app: App): PlaybackHandler =>
  async (request, { id = '' }) => {
    const playback = await open(app, request, id)
    const { asset, environment, isSigned } = playback
    const stored = await readStored(app, shotsListKeyOf(environment.id, asset.id))
    const { duration, shots } = Stored.parse(JSON.parse(stored.toString('utf8')))
    const token = isSigned ? new URL(request.url).searchParams.get('token') : null
    const query = token === null ? '' : `?token=${encodeURIComponent(token)}`
    const list = {
      duration: thousandths(duration),
      shots: shots.map(({ start, end }, index) => ({
        start_time: thousandths(start),
        end_time: thousandths(end),
        image_url: `${app.settings.publicUrl}/${id}/shots/${index}.jpg${query}`,
      })),
    }
    const bytes = Buffer.from(JSON.stringify(list))
    return respondWithBytes(request, bytesInMemory(bytes), {
      etag: `${asset.id}-shots-${bytes.length}`,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...shortHeaders(playback, keptSeconds),
      },
    })
  }

/** `/{playback id}/shots/{n}.jpg` */
const serveShotImage =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }) => {
    const playback = await open(app, request, id)
    const { asset, environment } = playback
    const index = Number.parseInt(file, 10)
    const bytes = await readStored(app, shotImageKeyOf(environment.id, asset.id, index))
    return respondWithBytes(request, bytesInMemory(bytes), {
      etag: `${asset.id}-shot-${index}-${bytes.length}`,
      headers: { 'content-type': 'image/jpeg', ...shortHeaders(playback, keptSeconds) },
    })
  }

export const mountShots = (server: Hono, app: App) => {
  const id = `/:id{${playbackIdPattern}}`
  mountPlaybackRoute(server, app, `${id}/shots.json`, serveShots(app))
  mountPlaybackRoute(server, app, `${id}/shots/:file{[0-9]{1,5}\\.jpg}`, serveShotImage(app))
}
