import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream, refuseDuringBroadcast } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { updateLiveStreamSettings } from '../row/live-streams.sql.ts'
import { readGeneratedSubtitles } from './read-subtitles.ts'

export const updateGeneratedSubtitles: Handlers<typeof liveStreams>['updateGeneratedSubtitles'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    refuseDuringBroadcast(stream)
    const subtitles = await readGeneratedSubtitles(tenant, body.generated_subtitles)
    const settings = { ...stream, generated_subtitles: subtitles }
    return recordedChange(app, tenant, await updateLiveStreamSettings(tenant, stream.id, settings))
  })
