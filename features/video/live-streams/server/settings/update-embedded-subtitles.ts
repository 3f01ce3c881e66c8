import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream, refuseDuringBroadcast } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { updateLiveStreamSettings } from '../row/live-streams.sql.ts'
import { readEmbeddedSubtitles } from './read-subtitles.ts'

export const updateEmbeddedSubtitles: Handlers<typeof liveStreams>['updateEmbeddedSubtitles'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    refuseDuringBroadcast(stream)
    const subtitles = readEmbeddedSubtitles(body.embedded_subtitles)
    const settings = { ...stream, embedded_subtitles: subtitles }
    return recordedChange(app, tenant, await updateLiveStreamSettings(tenant, stream.id, settings))
  })
