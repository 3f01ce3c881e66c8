import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../contract.ts'
import { loadPartsOfLiveStream } from './live-stream-parts.ts'
import { requireLiveStream } from './on-live-stream.ts'
import { presentLiveStream } from './present-live-stream.ts'

export const retrieveLiveStream: Handlers<typeof liveStreams>['retrieve'] = async ({
  app,
  environment,
  params,
}) => {
  const stream = await requireLiveStream(environment, params.id)
  return { data: presentLiveStream(app, await loadPartsOfLiveStream(environment, stream)) }
}
