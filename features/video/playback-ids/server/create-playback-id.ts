import { invalidField } from '@playhead/contract-kit/errors.ts'
import { onAsset, recordAssetEvent } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackIds } from '../contract.ts'
import { newPlaybackIdText } from './playback-id-text.ts'
import { insertPlaybackId } from './playback-ids.sql.ts'
import { presentPlaybackId } from './present-playback-id.ts'

export const createPlaybackId: Handlers<typeof playbackIds>['create'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const { policy, drm_configuration_id: drm } = body
    if (policy === 'drm' || drm !== undefined)
      throw invalidField('policy', 'policy: there is no DRM configuration on this server')
    const created = await insertPlaybackId(tenant, asset.id, { id: newPlaybackIdText(), policy })
    await recordAssetEvent(app, tenant, 'video.asset.updated', asset.id)
    return { data: presentPlaybackId(created) }
  })
