import {
  addPlaybackId,
  presentPlaybackId,
  requestedPolicy,
} from '@playhead/features/video/playback-ids/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'

export const createPlaybackId: Handlers<typeof liveStreams>['createPlaybackId'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    const created = await addPlaybackId(tenant, { liveStreamId: stream.id }, requestedPolicy(body))
    await recordedChange(app, tenant, stream)
    return { data: presentPlaybackId(created) }
  })
