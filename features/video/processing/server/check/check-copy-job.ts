import {
  addNonStandardReasons,
  lockAsset,
  recordAssetEvent,
  updateMediaMap,
} from '@playhead/features/video/assets/server'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { MediaError } from '@playhead/media/media-error.ts'
import type { Stretch } from '@playhead/media/segments/plan/damaged-stretches.ts'
import { undecodedStretches } from '@playhead/media/segments/plan/undecoded-stretches.ts'
import { withoutCopy } from '@playhead/media/segments/plan/without-copy.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { bringPicture } from '../bring-source.ts'
import { environmentOf } from '../environment-of.sql.ts'
import { enqueueFill } from '../fill/enqueue-fill.ts'
import { damageReasons } from '../ingest/damage-reasons.ts'
import { measureRates } from '../ingest/measure-rates.ts'
import { assetCheck } from '../jobs.ts'
import { canBeChecked } from './enqueue-check.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { openReadyAsset, type ReadyAsset } from '../open-ready-asset.ts'
import { encoderSlotsOf } from '../segments/encoder-slots.ts'

type Call = JobCall<PayloadOf<typeof assetCheck>>

/** Returns the new map; undefined if nothing is copied any more. */
const withdrawCopy = (
  { app }: Call,
  { environment, asset }: ReadyAsset,
  damaged: readonly Stretch[],
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    // A track may have been added since.
    const now = (await lockAsset(tenant, asset.id)) && (await readMediaMap(tenant, asset.id))
    if (!now?.video?.canCopy) return undefined
    const tier = asset.max_resolution_tier
    const map = withoutCopy(now, damaged, { tier, quality: asset.video_quality })
    await updateMediaMap(tenant, asset.id, map)
    await addNonStandardReasons(tenant, asset.id, damageReasons(damaged))
    await recordAssetEvent(app, tenant, 'video.asset.non_standard_input_detected', asset.id)
    await enqueueFill(app, tenant, asset, map)
    return map
  })

const decode = async (call: Call, ready: ReadyAsset, folder: string) => {
  const { app, signal, progress } = call
  const work = {
    folder,
    fileName: 'source',
    signal,
    onProgress: (part: number) => progress(part, 'Checking the picture'),
  }
  try {
    return ready.map.video ? await undecodedStretches(ready.media, work, ready.map.video) : []
  } catch (error) {
    if (!(error instanceof MediaError) || signal.aborted) throw error
    // The asset plays as it is: a failure costs only the check.
    app.log.warn('the picture of an asset could not be checked', { asset: ready.asset.id, error })
    return []
  }
}

/** Decodes a copied picture once in idle time: damage inside of its frames is only found so. docs/adr/0101 */
export const checkCopyJob = job(assetCheck, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 5,
  run: async (call: Call) => {
    const { app, payload, environmentId, signal } = call
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, payload.assetId))
    if (!ready || !canBeChecked(ready.map)) return
    await encoderSlotsOf(app).whenAllIdle(signal)
    await withJobFolder(app.settings.dataFolder, async (folder) => {
      const { environment, asset, map: media } = ready
      await bringPicture(app, { id: asset.id, environmentId: environment.id, media }, folder, {
        signal,
      })
      const damaged = await decode(call, ready, folder)
      const map = damaged.length > 0 ? await withdrawCopy(call, ready, damaged) : undefined
      if (map)
        await measureRates({ app, media: ready.media, environment, asset, folder, signal }, map)
    })
  },
})
