import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'
import type { assets } from '../contract.ts'
import { type AssetApp, assetListener } from './asset-listener.ts'
import { loadPartsOfAsset } from './asset-parts.ts'
import type { AssetRow } from './asset-row.ts'
import { type AssetTexts, lockAsset, markAssetDeleted, updateAssetTexts } from './assets.sql.ts'
import { insertAsset } from './insert-asset.ts'
import { presentAsset } from './present-asset.ts'
import { recordEventOf } from './record-asset-event.ts'

type Write = Handlers<typeof assets>

/** Runs one transaction that holds a lock on the asset. */
export const onAsset = <T>(
  environment: Environment,
  id: string,
  work: (tenant: Environment, asset: AssetRow) => Promise<T>,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const asset = await lockAsset(tenant, id)
    if (!asset) throw notFound('asset')
    return work(tenant, asset)
  })

export const createAsset: Write['create'] = async ({ app, environment, features, body }) => {
  await app.disk.refuseWithoutRoom()
  return environment.postgres.transaction(async (transaction) => {
    const parts = await insertAsset(app, within(environment, transaction), {
      options: body,
      source: { kind: 'inputs' },
      features,
    })
    return { data: presentAsset(parts, app.settings.publicUrl) }
  })
}

/** A missing value leaves the field unchanged; an empty text clears it. */
const changed = (given: string | undefined, current: string | null) =>
  given === undefined ? current : given || null

const refuseBeyondEnd = (time: number | undefined, duration: number | null) => {
  if (time !== undefined && duration !== null && time > duration)
    throw invalidField('thumbnail_time', 'thumbnail_time: later than the end of the asset')
}

export const updateAsset: Write['update'] = ({ app, environment, params, body }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    refuseBeyondEnd(body.thumbnail_time, asset.duration)
    const texts: AssetTexts = {
      title: changed(body.meta?.title, asset.title),
      creator_id: changed(body.meta?.creator_id, asset.creator_id),
      external_id: changed(body.meta?.external_id, asset.external_id),
      passthrough: changed(body.passthrough, asset.passthrough),
      thumbnail_time: body.thumbnail_time ?? asset.thumbnail_time,
    }
    const parts = await loadPartsOfAsset(
      app,
      tenant,
      await updateAssetTexts(tenant, asset.id, texts),
    )
    await recordEventOf(app, tenant, 'video.asset.updated', parts)
    return { data: presentAsset(parts, app.settings.publicUrl) }
  })

export const removeThumbnailTime: Write['removeThumbnailTime'] = ({ app, environment, params }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    if (asset.thumbnail_time === null) return undefined
    const row = await updateAssetTexts(tenant, asset.id, { ...asset, thumbnail_time: null })
    await recordEventOf(
      app,
      tenant,
      'video.asset.updated',
      await loadPartsOfAsset(app, tenant, row),
    )
    return undefined
  })

/** Queries no longer find the asset and no further work starts on it; a job removes its files soon. */
export const deleteAsset = async (app: AssetApp, tenant: Environment, asset: AssetRow) => {
  const parts = await loadPartsOfAsset(app, tenant, asset)
  await markAssetDeleted(tenant, asset.id)
  const ending: string[] = []
  for (const listener of assetListener.partsIn(app))
    ending.push(...((await listener.deleted?.({ app, environment: tenant, asset })) ?? []))
  await enqueueRemoval(tenant, assetPrefixOf(tenant.id, asset.id), ending)
  await recordEventOf(app, tenant, 'video.asset.deleted', {
    ...parts,
    asset: { ...asset, deleted_at: new Date() },
  })
}

export const removeAsset: Write['remove'] = ({ params, environment, ...context }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    await deleteAsset(context.app, tenant, asset)
    await recordChange(
      trailOf(within(context.organization, tenant.postgres)),
      actorOfCaller(context.caller, context.request),
      {
        action: 'asset.deleted',
        subjectId: asset.id,
        subjectName: asset.title ?? asset.id,
        environmentId: environment.id,
      },
    )
    return undefined
  })
