import { randomToken } from '@playhead/server-kit/secrets.ts'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { FeatureFlags } from '@playhead/domain/features.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { effectiveFeatures } from '@playhead/server-kit/identity/effective-features.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetOptions } from '../contract.ts'
import { enqueueIngest } from './asset-jobs.ts'
import { insertPlaybackId, insertRendition, insertTrack } from './asset-parts.sql.ts'
import { onePartsOf } from './asset-parts.ts'
import type { AssetParts } from './asset-row.ts'
import { findAsset, findPlanOf, insertAssetRow, updateMasterAccessOf } from './assets.sql.ts'
import { newPlaybackIdText } from './playback-id-text.ts'
import { type AssetSource, readOptions } from './read-options.ts'
import { recordEventOf, recordRenditionEventOf, recordTrackEventOf } from './record-asset-event.ts'

export interface AssetToInsert {
  options: AssetOptions
  source: AssetSource
  /** Of the organization; looked up when left out. */
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

/** Refuses the same as insertAsset would, for options that are used later, such as an upload's. */
export const checkAssetOptions = (options: AssetOptions, features: FeatureFlags) => {
  readOptions(options, features, { kind: 'upload', uploadId: '' })
}

/**
 * The row, its playback ids, the tracks and files that were asked for, their events and the job
 * that fetches the file: give it the environment within a transaction, and all of it exists or
 * nothing.
 */
export const insertAsset = async (
  app: Pick<App, 'settings'>,
  environment: Environment,
  { options, source, features }: AssetToInsert,
): Promise<AssetParts> => {
  const read = readOptions(options, features ?? (await featuresOf(environment)), source)
  await refuseUnreadySource(environment, read.row.sourceAssetId)
  const asset = await insertAssetRow(environment, read.row)
  if (asset.master_access === 'temporary')
    await updateMasterAccessOf(environment, asset.id, { until: null, secret: randomToken() })
  for (const policy of read.policies)
    await insertPlaybackId(environment, asset.id, { id: newPlaybackIdText(), policy })
  for (const track of read.tracks) await insertTrack(environment, asset.id, track)
  for (const rendition of read.renditions) await insertRendition(environment, asset.id, rendition)
  const parts = await onePartsOf(environment, (await findAsset(environment, asset.id))!)
  await recordEventOf(app, environment, 'video.asset.created', parts)
  for (const track of parts.tracks)
    await recordTrackEventOf(environment, 'video.asset.track.created', track)
  if (options.mp4_support && options.mp4_support !== 'none')
    await recordEventOf(app, environment, 'video.asset.static_renditions.preparing', parts)
  else
    for (const rendition of parts.renditions)
      await recordRenditionEventOf(environment, 'video.asset.static_rendition.created', rendition)
  if (asset.wants_shots) await recordEventOf(app, environment, 'video.asset.shots.created', parts)
  await enqueueIngest(environment, asset.id)
  return parts
}
