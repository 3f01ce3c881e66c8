import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import { effectiveFlags } from '@playhead/server-kit/identity/effective-flags.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetOptions } from '../contract.ts'
import { type AssetApp, assetListener } from './asset-listener.ts'
import { type AssetParts, loadPartsOfAsset } from './asset-parts.ts'
import { findAsset, findPlanOf, insertAssetRow } from './row/assets.sql.ts'
import { type AssetSource, readOptions } from './read-options.ts'
import { recordEventOf } from './events/record-asset-event.ts'

export interface AssetToInsert {
  options: AssetOptions
  source: AssetSource
  /** Of the organization; loaded when missing. */
  flags?: Flags
}

/** For work outside of a request. */
export const flagsOfEnvironment = async (environment: Environment) =>
  effectiveFlags(await findPlanOf(environment))

const refuseUnreadySource = async (environment: Environment, sourceAssetId: string | null) => {
  if (sourceAssetId === null) return
  const source = await findAsset(environment, sourceAssetId)
  if (source?.status !== 'ready')
    throw invalidField(
      'url',
      source ? 'url: only an asset that is ready can be clipped' : 'url: there is no such asset',
    )
}

const read = (app: AssetApp, options: AssetOptions, flags: Flags, source: AssetSource) => {
  const row = readOptions(options, flags, source)
  for (const listener of assetListener.partsIn(app)) listener.checkOptions?.(options)
  return row
}

/** Applies the checks of insertAsset to options that are used later, such as an upload's. */
export const checkAssetOptions = (app: AssetApp, options: AssetOptions, flags: Flags) => {
  read(app, options, flags, { kind: 'upload', uploadId: '' })
}

/**
 * Writes the row, the parts of other capabilities and all events. Pass an environment within a
 * transaction to make this atomic.
 */
export const insertAsset = async (
  app: AssetApp,
  environment: Environment,
  { options, source, flags }: AssetToInsert,
): Promise<AssetParts> => {
  const row = read(app, options, flags ?? (await flagsOfEnvironment(environment)), source)
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
