import {
  environmentOf,
  failureOf,
  openReadyAsset,
} from '@playhead/features/video/processing/server'
import { InputRefused } from '@playhead/media/input-refused.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import {
  type EndedCall,
  job,
  type JobCall,
  PermanentFailure,
} from '@playhead/server-kit/jobs/job.ts'
import { refuseTrack } from './keep-track.ts'
import { makeAddedSound } from './make-added-sound.ts'
import { makeEmbeddedText } from './make-embedded-text.ts'
import { makeGeneratedText } from './make-generated-text.ts'
import { makeUploadedText } from './make-uploaded-text.ts'
import { markTrackPreparing } from './track-result.sql.ts'
import { TrackRefused, type TrackWork } from './track-work.ts'
import { findTrack } from '../tracks.sql.ts'
import type { TrackRow } from '../track-row.ts'
import { trackMake } from '../jobs.ts'

type Call = JobCall<PayloadOf<typeof trackMake>>
type Ended = EndedCall<PayloadOf<typeof trackMake>>

const makerOf = ({
  type,
  url,
  text_source: source,
}: TrackRow): ((work: TrackWork) => Promise<void>) => {
  if (type === 'audio') return makeAddedSound
  if (source === 'embedded' && url === null) return makeEmbeddedText
  const isGenerated = source === 'generated_vod' || source === 'generated_live_final'
  return isGenerated ? makeGeneratedText : makeUploadedText
}

const open = async ({
  app,
  environmentId,
  payload,
}: Pick<Call, 'app' | 'environmentId' | 'payload'>) => {
  const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
  const track = environment && (await findTrack(environment, payload.trackId))
  return track && { environment, track }
}

const fail = async (call: Ended, failure: { type: string; message: string }) => {
  const opened = await open(call)
  if (opened) await refuseTrack(opened.environment, opened.track.id, failure)
}

/** Makes a text or sound that is added to an asset. */
export const makeTrackJob = job(trackMake, {
  takesRoom: true,
  concurrency: 2,
  attemptsMax: 4,
  run: async (call: Call) => {
    const opened = await open(call)
    if (!opened || opened.track.status === 'ready') return
    const { environment, track } = opened
    const { app, signal } = call
    const ready = await openReadyAsset(app, environment, track.asset_id)
    if (!ready) return
    await markTrackPreparing(environment, track.id)
    try {
      await withJobFolder(app.settings.dataFolder, (folder) =>
        makerOf(track)({
          ...ready,
          app,
          track,
          soundTrackId: call.payload.soundTrackId,
          folder,
          signal,
          progress: (part, step) => call.progress(part, step),
        }),
      )
    } catch (error) {
      if (error instanceof TrackRefused || error instanceof InputRefused)
        throw new PermanentFailure(error.message, { cause: error })
      throw error
    }
  },
  gaveUp: (call, error) =>
    error.cause instanceof TrackRefused
      ? fail(call, { type: error.cause.type, message: error.cause.message })
      : fail(call, failureOf(error)),
  cancelled: (call) =>
    fail(call, { type: 'processing_cancelled', message: 'Making this track was cancelled.' }),
})
