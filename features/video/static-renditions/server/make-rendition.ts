import { lockAsset, addEncodedSeconds } from '@playhead/features/video/assets/server'
import {
  environmentOf,
  failureOf,
  openReadyAsset,
  type ReadyAsset,
  encoderSlotsOf,
} from '@playhead/features/video/processing/server'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { makeStaticFile } from '@playhead/media/renditions/make-static-file.ts'
import { planStaticFile, type StaticPlan } from '@playhead/media/renditions/plan-static-file.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { type EndedCall, job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'
import { adoptMediaFile } from '@playhead/media-store/store-media-file.ts'
import { downloadParts, downloadRung } from './download-parts.ts'
import { recordRenditionEnd } from './rendition-events.ts'
import {
  findRendition,
  markRenditionPreparing,
  markRenditionReady,
  markRenditionUnmade,
} from './static-renditions.sql.ts'
import type { RenditionRow } from './rendition-row.ts'
import { renditionMake } from './jobs.ts'

type Call = JobCall<PayloadOf<typeof renditionMake>>
type Ended = EndedCall<PayloadOf<typeof renditionMake>>

const open = async ({
  app,
  environmentId,
  payload,
}: Pick<Call, 'app' | 'environmentId' | 'payload'>) => {
  const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
  const rendition = environment && (await findRendition(environment, payload.staticRenditionId))
  return rendition && { environment, rendition }
}

/** Updates the row and records its event in one transaction; a deleted rendition gets no event. */
const end = (
  app: App,
  environment: Environment,
  rendition: RenditionRow,
  mark: (tenant: Environment) => Promise<RenditionRow | undefined>,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockAsset(tenant, rendition.asset_id)
    const marked = await mark(tenant)
    if (marked) await recordRenditionEnd(app, tenant, marked)
    return marked !== undefined
  })

const make = async (call: Call, ready: ReadyAsset, rendition: RenditionRow, plan: StaticPlan) => {
  const { app, signal } = call
  const { environment, asset, map, media } = ready
  await withJobFolder(app.settings.dataFolder, async (folder) => {
    const parts = await downloadParts(app, ready, folder, signal)
    const picture =
      plan.kind === 'picture' ? await downloadRung(app, ready, folder, plan.rung) : undefined
    const isEncoded = plan.kind === 'picture' && plan.rung.name !== 'source' && !picture
    if (isEncoded) await encoderSlotsOf(app).whenIdle(signal)
    const made = await makeStaticFile(
      media,
      {
        ...parts,
        picture,
        signal,
        isBackground: true,
        onProgress: (seconds) => call.progress(seconds / map.duration, `Making ${rendition.name}`),
      },
      plan,
    )
    const key = `${assetPrefixOf(environment.id, asset.id)}static/${rendition.id}-${rendition.name}`
    await adoptMediaFile(app, environment, { key, assetId: asset.id }, made.file)
    const isKept = await end(app, environment, rendition, (tenant) =>
      markRenditionReady(tenant, rendition.id, { ...made, storageKey: key }),
    )
    if (!isKept) await enqueueRemoval(environment, key)
    else if (isEncoded) await addEncodedSeconds(environment, asset.id, map.duration)
  })
}

const fail = async (call: Ended, message: string) => {
  const opened = await open(call)
  if (!opened) return
  const { environment, rendition } = opened
  await end(call.app, environment, rendition, (tenant) =>
    markRenditionUnmade(tenant, rendition.id, { status: 'errored', message }),
  )
}

/** Makes one file for download. */
export const makeRenditionJob = job(renditionMake, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 4,
  run: async (call: Call) => {
    const opened = await open(call)
    if (!opened || opened.rendition.status === 'ready' || opened.rendition.status === 'skipped')
      return
    const { environment, rendition } = opened
    const ready = await openReadyAsset(call.app, environment, rendition.asset_id)
    if (!ready) return
    await markRenditionPreparing(environment, rendition.id)
    const plan = planStaticFile(ready.map, rendition.resolution)
    if (plan) return make(call, ready, rendition, plan)
    await end(call.app, environment, rendition, (tenant) =>
      markRenditionUnmade(tenant, rendition.id, { status: 'skipped', message: null }),
    )
  },
  gaveUp: (call, error) => fail(call, failureOf(error).message),
  cancelled: (call) => fail(call, 'Making this file was cancelled.'),
})
