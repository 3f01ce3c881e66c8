import { deletePlaybackId } from '@playhead/features/video/playback-ids/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { requirePlaybackId } from './require-playback-id.ts'

export const removePlaybackId: Handlers<typeof liveStreams>['removePlaybackId'] = ({
  app,
  environment,
  params,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    await requirePlaybackId(tenant, stream.id, params.playback_id)
    await deletePlaybackId(tenant, params.playback_id)
    await recordedChange(app, tenant, stream)
    return undefined
  })
