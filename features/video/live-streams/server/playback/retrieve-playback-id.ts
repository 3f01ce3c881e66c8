import { presentPlaybackId } from '@playhead/features/video/playback-ids/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { requireLiveStream } from '../on-live-stream.ts'
import { requirePlaybackId } from './require-playback-id.ts'

export const retrievePlaybackId: Handlers<typeof liveStreams>['retrievePlaybackId'] = async ({
  environment,
  params,
}) => {
  const { id } = await requireLiveStream(environment, params.id)
  return { data: presentPlaybackId(await requirePlaybackId(environment, id, params.playback_id)) }
}
