import { onAsset, recordAssetEvent } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackIds } from '../contract.ts'
import { requirePlaybackId } from './require-playback-id.ts'
import { deletePlaybackId } from './playback-ids.sql.ts'

export const removePlaybackId: Handlers<typeof playbackIds>['remove'] = ({
  app,
  environment,
  params,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    await requirePlaybackId(tenant, asset.id, params.playback_id)
    await deletePlaybackId(tenant, params.playback_id)
    await recordAssetEvent(app, tenant, 'video.asset.updated', asset.id)
    return undefined
  })
