import { refuseNewMedia } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../contract.ts'
import { addLiveStream } from './add-live-stream.ts'
import { presentLiveStream } from './present-live-stream.ts'

export const createLiveStream: Handlers<typeof liveStreams>['create'] = async ({
  app,
  environment,
  flags,
  body,
}) => {
  await refuseNewMedia(app, environment, 'live_stream')
  return {
    data: presentLiveStream(app, await addLiveStream(app, environment, { options: body, flags })),
  }
}
