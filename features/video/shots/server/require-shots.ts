import { notFound } from '@playhead/contract-kit/errors.ts'
import type { AssetRow } from '@playhead/features/video/assets/server'
import { listPlaybackIdsOf } from '@playhead/features/video/playback-ids/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { presentShots } from './present-shots.ts'

export const requireShots = async (app: App, environment: Environment, asset: AssetRow) => {
  const found = presentShots(
    asset,
    await listPlaybackIdsOf(environment, [asset.id]),
    app.settings.publicUrl,
  )
  if (!found) throw notFound('list of shots')
  return found
}
