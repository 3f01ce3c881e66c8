import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { findAsset, onAsset, recordAssetEvent } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { playbackIds } from '../contract.ts'
import { deletePlaybackId, findPlaybackId, insertPlaybackId } from './playback-ids.sql.ts'
import { newPlaybackIdText } from './playback-id-text.ts'
import { presentPlaybackId } from './present-playback-id.ts'

type PlaybackIds = Handlers<typeof playbackIds>

const foundOf = async (environment: Environment, assetId: string, id: string) => {
  const found = await findPlaybackId(environment, id)
  if (found?.asset_id !== assetId) throw notFound('playback id')
  return found
}

export const createPlaybackId: PlaybackIds['create'] = ({ app, environment, params, body }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const { policy, drm_configuration_id: drm } = body
    if (policy === 'drm' || drm !== undefined)
      throw invalidField('policy', 'policy: there is no DRM configuration on this server')
    const created = await insertPlaybackId(tenant, asset.id, { id: newPlaybackIdText(), policy })
    await recordAssetEvent(app, tenant, 'video.asset.updated', asset.id)
    return { data: presentPlaybackId(created) }
  })

export const retrievePlaybackId: PlaybackIds['retrieve'] = async ({ environment, params }) => {
  if (!(await findAsset(environment, params.id))) throw notFound('asset')
  return { data: presentPlaybackId(await foundOf(environment, params.id, params.playback_id)) }
}

export const removePlaybackId: PlaybackIds['remove'] = ({ app, environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    await foundOf(tenant, asset.id, params.playback_id)
    await deletePlaybackId(tenant, params.playback_id)
    await recordAssetEvent(app, tenant, 'video.asset.updated', asset.id)
    return undefined
  })

export const lookUpPlaybackId: PlaybackIds['lookUp'] = async ({ environment, params }) => {
  const found = await findPlaybackId(environment, params.playback_id)
  if (!found) throw notFound('playback id')
  const { id, policy, asset_id: assetId, live_stream_id: liveStreamId } = found
  const object =
    assetId === null
      ? { id: liveStreamId!, type: 'live_stream' as const }
      : { id: assetId, type: 'asset' as const }
  return { data: { id, policy, object } }
}
