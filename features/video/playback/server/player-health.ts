import { ApiError } from '@playhead/contract-kit/errors.ts'
import { liveOfStream } from '@playhead/features/video/broadcasts/server'
import type { App } from '@playhead/server-kit/app.ts'
import { findPlayback } from './playback.sql.ts'
import type { PlaybackHandler } from './playback-route.ts'
import { noSuchPlayback, notPlayable } from './access/refusal.ts'

/** Reports to a site that embeds the player whether it could play; access is checked elsewhere. ASST-015 */
export const playerHealth =
  (app: App): PlaybackHandler =>
  async (_, { id = '' }) => {
    const found = await findPlayback(app.postgres, id)
    if (!found || found.status === 'deleted') throw noSuchPlayback()
    const { live_stream_id: streamId, status } = found
    if (streamId !== null && !liveOfStream(app, streamId)?.window.isPlayable)
      throw new ApiError('not_broadcasting')
    if (
      streamId === null &&
      (found.playable_at === null || status === 'errored' || status === null)
    )
      throw notPlayable(status ?? 'preparing')
    return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
  }
