import { type AssetRow, findAsset, beginAgain } from '@playhead/features/video/assets/server'
import { hasTexts } from '@playhead/media/captions/extract-texts.ts'
import { hasMedia } from '@playhead/media/find-media.ts'
import { InputRefused } from '@playhead/media/input-refused.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import {
  type EndedCall,
  job,
  type JobCall,
  PermanentFailure,
} from '@playhead/server-kit/jobs/job.ts'
import { stopReasonOf } from '@playhead/server-kit/jobs/job-stopped.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { environmentOf } from '../environment-of.sql.ts'
import { followAsset } from './asset-progress.ts'
import {
  cancelledFailure,
  failureOf,
  type IngestFailure,
  ServerUnprepared,
} from './ingest-failure.ts'
import { finishAsset, failAsset } from './finish-asset.ts'
import { makeAudio } from './make-audio.ts'
import { measureRates } from './measure-rates.ts'
import { planAsset } from './plan-asset.ts'
import { takeSource } from './take-source.ts'
import { assetIngest } from '../jobs.ts'

type Call = JobCall<PayloadOf<typeof assetIngest>>
type Ended = EndedCall<PayloadOf<typeof assetIngest>>

const tries = 3
const retrySeconds = 5

const openAsset = async ({
  app,
  environmentId,
  payload,
}: Pick<Call, 'app' | 'environmentId' | 'payload'>) => {
  const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
  const asset = environment && (await findAsset(environment, payload.assetId))
  return asset && { environment, asset }
}

const ingest = async (call: Call, environment: Environment, asset: AssetRow) => {
  const { app } = call
  const { media } = app
  if (!hasMedia(media))
    throw new PermanentFailure('This server has no ffmpeg.', {
      cause: new ServerUnprepared(),
    })
  const progress = followAsset(environment, asset.id, call.signal)
  try {
    await withJobFolder(app.settings.dataFolder, async (folder) => {
      const step = { app, media, environment, asset, folder, signal: progress.signal }
      const source = await takeSource({
        ...step,
        onProgress: (part) => {
          progress.report('ingesting', part)
          call.progress(part / 2, 'Bringing the file')
        },
      })
      const planned = await planAsset(step, source)
      const soundStep = {
        ...step,
        onProgress: (part: number) => {
          progress.report('transcoding', part)
          call.progress(0.5 + part / 2, 'Making the sound')
        },
      }
      const map = await makeAudio(soundStep, planned)
      await progress.settle()
      await finishAsset(step, map, hasTexts(source.probe))
      await measureRates(step, map)
    })
  } catch (error) {
    // A deleted asset aborts the work by its own signal; ffmpeg only reports that it was cancelled.
    if (progress.signal.aborted && !call.signal.aborted) throw progress.signal.reason
    throw error
  } finally {
    await progress.settle()
  }
}

const fail = async (call: Ended, failure: IngestFailure) => {
  const opened = await openAsset(call)
  if (opened) await failAsset(call.app, opened.environment, opened.asset.id, failure)
}

/** Turns the file into an asset that plays: the first job of every asset. */
export const ingestJob = job(assetIngest, {
  takesRoom: true,
  concurrency: 3,
  attemptsMax: tries,
  retryAfterSeconds: (attempt) => attempt * retrySeconds,
  run: async (call) => {
    const opened = await openAsset(call)
    if (!opened || opened.asset.status === 'ready') return
    const { environment, asset } = opened
    if (asset.status === 'errored') await beginAgain(environment, asset.id)
    try {
      await ingest(call, environment, asset)
    } catch (error) {
      if (error instanceof InputRefused && stopReasonOf(call.signal) === undefined)
        throw new PermanentFailure(error.message, { cause: error })
      throw error
    }
  },
  gaveUp: (call, error) => fail(call, failureOf(error)),
  cancelled: (call) => fail(call, cancelledFailure),
})
