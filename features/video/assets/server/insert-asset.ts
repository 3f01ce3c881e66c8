import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { FeatureFlags } from '@playhead/domain/features.ts'
import { effectiveFeatures } from '@playhead/server-kit/identity/effective-features.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetOptions } from '../contract.ts'
import { type AssetApp, assetListener } from './asset-listener.ts'
import { type AssetParts, loadPartsOfAsset } from './asset-parts.ts'
import { findAsset, findPlanOf, insertAssetRow } from './assets.sql.ts'
import { type AssetSource, readOptions } from './read-options.ts'
import { recordEventOf } from './record-asset-event.ts'

export interface AssetToInsert {
  options: AssetOptions
  source: AssetSource
  /** Of the organization; loaded when missing. */
  features?: FeatureFlags
}

const featuresOf = async (environment: Environment) =>
  effectiveFeatures(await findPlanOf(environment))

const refuseUnreadySource = async (environment: Environment, sourceAssetId: string | null) => {
  if (sourceAssetId === null) return
  const source = await findAsset(environment, sourceAssetId)
  if (source?.status !== 'ready')
    throw invalidField(
      'url',
      source ? 'url: only an asset that is ready can be clipped' : 'url: there is no such asset',
    )
}

const read = (
  app: AssetApp,
  options: AssetOptions,
  features: FeatureFlags,
  source: AssetSource,
) => {
  const row = readOptions(options, features, source)
  for (const listener of assetListener.partsIn(app)) listener.checkOptions?.(options)
  return row
}

/** Applies the checks of insertAsset to options that are used later, such as an upload's. */
export const checkAssetOptions = (app: AssetApp, options: AssetOptions, features: FeatureFlags) => {
  read(app, options, features, { kind: 'upload', uploadId: '' })
}

/**
 * Writes the row, the parts of other capabilities and all events. Pass an environment within a
 * transaction to make this atomic.
 */
export const insertAsset = async (
  app: AssetApp,
  environment: Environment,
  { options, source, features }: AssetToInsert,
): Promise<AssetParts> => {
  const row = read(app, options, features ?? (await featuresOf(environment)), source)
  await refuseUnreadySource(environment, row.sourceAssetId)
  const asset = await insertAssetRow(environment, row)
  const change = { app, environment, asset }
  const listeners = assetListener.partsIn(app)
  for (const listener of listeners) await listener.beforeCreated?.(change, options)
  const parts = await loadPartsOfAsset(app, environment, (await findAsset(environment, asset.id))!)
  await recordEventOf(app, environment, 'video.asset.created', parts)
  for (const listener of listeners)
    await listener.created?.({ ...change, asset: parts.asset }, options)
  return parts
}
