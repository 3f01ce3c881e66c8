import { notFound } from '@playhead/contract-kit/errors.ts'
import { findPlaybackId } from '@playhead/features/video/playback-ids/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const requirePlaybackId = async (
  environment: Environment,
  liveStreamId: string,
  id: string,
) => {
  const found = await findPlaybackId(environment, id)
  if (found?.live_stream_id !== liveStreamId) throw notFound('playback id')
  return found
}
