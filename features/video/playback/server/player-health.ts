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
    if (found.playable_at === null || found.status === 'errored') throw notPlayable(found.status)
    return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
  }
