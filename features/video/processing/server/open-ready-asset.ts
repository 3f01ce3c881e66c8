import { type AssetRow, findAsset } from '@playhead/features/video/assets/server'
import { hasMedia, type Media } from '@playhead/media/find-media.ts'
import { InputRefused } from '@playhead/media/input-refused.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { PermanentFailure } from '@playhead/server-kit/jobs/job.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { readMediaMap } from './media-map.sql.ts'

export interface ReadyAsset {
  environment: Environment
  asset: AssetRow
  map: MediaMap
  media: Media
}

/** For jobs on a ready asset; undefined when it is deleted or not ready. */
export const openReadyAsset = async (
  app: App,
  environment: Environment,
  assetId: string,
): Promise<ReadyAsset | undefined> => {
  const asset = await findAsset(environment, assetId)
  const map = asset?.status === 'ready' ? await readMediaMap(environment, asset.id) : undefined
  if (!asset || !map) return undefined
  const { media } = app
  if (!hasMedia(media))
    throw new PermanentFailure('This server has no ffmpeg.', {
      cause: new InputRefused('This server is not set up to process video: it has no ffmpeg.'),
    })
  return { environment, asset, map, media }
}
