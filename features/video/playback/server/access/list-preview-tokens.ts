import type { Handlers } from '@playhead/server-kit/implement.ts'
import { previewTokenLimits, type previews } from '@playhead/features/video/preview-tokens/contract'
import { listPreviewedIds } from '../playback.sql.ts'
import { previewToken } from './preview-token.ts'

export const listPreviewTokens: Handlers<typeof previews>['previewTokens'] = async ({
  app,
  environment,
  caller,
  query,
}) => {
  const expiresAt = Math.floor(app.clock.now().getTime() / 1000) + previewTokenLimits.hours * 3600
  // What a preview of a broadcast sends is not counted: a program would hand its tokens to viewers.
  const includesLive = caller.kind === 'person'
  const ids = await listPreviewedIds(environment, query.playback_ids, { includesLive })
  return {
    data: ids.map((id) => ({
      playback_id: id,
      video: previewToken(app, id, 'v', expiresAt),
      thumbnail: previewToken(app, id, 't', expiresAt),
      storyboard: previewToken(app, id, 's', expiresAt),
      expires_at: expiresAt,
    })),
  }
}
