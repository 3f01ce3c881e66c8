import { onAsset, recordAssetEvent } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackIds } from '../contract.ts'
import { addPlaybackId } from './add-playback-id.ts'
import { presentPlaybackId } from './present-playback-id.ts'
import { requestedPolicy } from './requested-policy.ts'

export const createPlaybackId: Handlers<typeof playbackIds>['create'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const created = await addPlaybackId(tenant, { assetId: asset.id }, requestedPolicy(body))
    await recordAssetEvent(app, tenant, 'video.asset.updated', asset.id)
    return { data: presentPlaybackId(created) }
  })
