import {
  becomeErrored,
  becomeReady,
  lockAsset,
  markErrored,
  markReady,
} from '@playhead/features/video/assets/server'
import { AssetGone } from '@playhead/media-store/store-media-file.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { IngestFailure } from './ingest-failure.ts'
import type { Step } from './step.ts'

/** Ready state, tracks, events and follow-up jobs, in one transaction. */
export const finishAsset = (
  { app, environment, asset }: Pick<Step, 'app' | 'environment' | 'asset'>,
  map: MediaMap,
  hasTexts: boolean,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const now = await lockAsset(tenant, asset.id)
    if (!now) throw new AssetGone(asset.id)
    // Another process took over the job and has finished it.
    if (now.status === 'ready') return
    await becomeReady(app, tenant, now, {
      map,
      hasTexts,
      mark: () => markReady(tenant, asset.id, map),
    })
  })

/** A deleted asset gets no further events. */
export const failAsset = (
  app: App,
  environment: Environment,
  assetId: string,
  failure: IngestFailure,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const asset = await lockAsset(tenant, assetId)
    if (!asset || asset.status === 'ready') return
    await becomeErrored(app, tenant, asset, {
      ...failure,
      mark: () => markErrored(tenant, assetId, failure),
    })
  })
