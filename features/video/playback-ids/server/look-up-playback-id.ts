import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackIds } from '../contract.ts'
import { findPlaybackId } from './playback-ids.sql.ts'

export const lookUpPlaybackId: Handlers<typeof playbackIds>['lookUp'] = async ({
  environment,
  params,
}) => {
  const found = await findPlaybackId(environment, params.playback_id)
  if (!found) throw notFound('playback id')
  const { id, policy, asset_id: assetId, live_stream_id: liveStreamId } = found
  const object =
    assetId === null
      ? { id: liveStreamId!, type: 'live_stream' as const }
      : { id: assetId, type: 'asset' as const }
  return { data: { id, policy, object } }
}
