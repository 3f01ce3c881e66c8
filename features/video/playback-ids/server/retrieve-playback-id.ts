import { notFound } from '@playhead/contract-kit/errors.ts'
import { findAsset } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackIds } from '../contract.ts'
import { requirePlaybackId } from './require-playback-id.ts'
import { presentPlaybackId } from './present-playback-id.ts'

export const retrievePlaybackId: Handlers<typeof playbackIds>['retrieve'] = async ({
  environment,
  params,
}) => {
  if (!(await findAsset(environment, params.id))) throw notFound('asset')
  return {
    data: presentPlaybackId(await requirePlaybackId(environment, params.id, params.playback_id)),
  }
}
