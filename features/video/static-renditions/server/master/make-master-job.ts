import {
  type AssetRow,
  findAsset,
  lockAsset,
  recordAssetEvent,
  markMasterErrored,
  markMasterReady,
} from '@playhead/features/video/assets/server'
import { environmentOf, openReadyAsset } from '@playhead/features/video/processing/server'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { makeMaster } from '@playhead/media/renditions/make-master.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { type EndedCall, job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { adoptMediaFile } from '@playhead/media-store/store-media-file.ts'
import { downloadParts } from '../download-parts.ts'
import { masterKeyOf, masterOpeningOf } from './master-file.ts'
import { masterMake } from '../jobs.ts'
import { masterAccessHours } from '@playhead/features/video/assets/contract'

type Call = JobCall<PayloadOf<typeof masterMake>>
type Ended = EndedCall<PayloadOf<typeof masterMake>>

const hourMs = 3_600_000

const end = (
  app: App,
  environment: Environment,
  assetId: string,
  happened: 'ready' | 'errored',
  mark: (tenant: Environment) => Promise<boolean>,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockAsset(tenant, assetId)
    const isMarked = await mark(tenant)
    if (isMarked) await recordAssetEvent(app, tenant, `video.asset.master.${happened}`, assetId)
    return isMarked
  })

/** The secret of this opening, unless access was closed since. */
const secretOf = (asset: AssetRow | undefined, { opening }: PayloadOf<typeof masterMake>) => {
  const secret = asset?.master_secret ?? undefined
  return secret !== undefined && masterOpeningOf(secret) === opening ? secret : undefined
}

const fail = async ({ app, environmentId, payload }: Ended) => {
  const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
  const secret = environment && secretOf(await findAsset(environment, payload.assetId), payload)
  if (environment && secret !== undefined)
    await end(app, environment, payload.assetId, 'errored', (tenant) =>
      markMasterErrored(tenant, payload.assetId, secret),
    )
}

/** Makes the original as an mp4 while access to it is open. */
export const makeMasterJob = job(masterMake, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 4,
  run: async ({ app, environmentId, payload, signal, ...call }: Call) => {
    const { assetId } = payload
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, assetId))
    const secret = secretOf(ready?.asset, payload)
    if (!ready || secret === undefined || ready.asset.master_status !== 'preparing') return
    await withJobFolder(app.settings.dataFolder, async (folder) => {
      const parts = await downloadParts(app, ready, folder, signal)
      const file = await makeMaster(ready.media, {
        ...parts,
        signal,
        isBackground: true,
        onProgress: (seconds) => call.progress(seconds / ready.map.duration, 'Making the master'),
      })
      const key = masterKeyOf(ready.environment.id, assetId, secret)
      await adoptMediaFile(app, ready.environment, { key, assetId }, file)
      const until = new Date(app.clock.now().getTime() + masterAccessHours * hourMs)
      const isWanted = await end(app, ready.environment, assetId, 'ready', (tenant) =>
        markMasterReady(tenant, assetId, { secret, until }),
      )
      if (!isWanted) await enqueueRemoval(ready.environment, key)
    })
  },
  gaveUp: fail,
  cancelled: fail,
})
