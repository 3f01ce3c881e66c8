import type { Handlers } from '@playhead/server-kit/implement.ts'
import { previewTokenLimits, type previews } from '@playhead/features/video/preview-tokens/contract'
import { listPreviewedIds } from '../playback.sql.ts'
import { previewToken } from './preview-token.ts'

export const listPreviewTokens: Handlers<typeof previews>['previewTokens'] = async ({
  app,
  environment,
  query,
}) => {
  const expiresAt = Math.floor(app.clock.now().getTime() / 1000) + previewTokenLimits.hours * 3600
  const ids = await listPreviewedIds(environment, query.playback_ids)
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
