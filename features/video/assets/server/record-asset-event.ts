import type { App } from '@playhead/server-kit/app.ts'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findRendition, findTrack } from './asset-parts.sql.ts'
import { onePartsOf } from './asset-parts.ts'
import type { AssetParts, RenditionRow, TrackRow } from './asset-row.ts'
import { findAssetEvenDeleted } from './assets.sql.ts'
import { epochSeconds, presentAsset, presentRendition, presentTrack } from './present-asset.ts'

type Data = Record<string, unknown>
type WithSettings = Pick<App, 'settings'>

/** Every event of an asset and of its parts is found by the asset. */
const record = (environment: Environment, type: string, assetId: string, data: Data) =>
  recordEvent(environment, { type, objectType: 'asset', objectId: assetId, data })

export const recordEventOf = (
  { settings }: WithSettings,
  environment: Environment,
  type: `video.asset.${string}`,
  parts: AssetParts,
) =>
  record(environment, type, parts.asset.id, {
    ...presentAsset(parts, settings.publicUrl),
    created_at: epochSeconds(parts.asset.created_at),
    ...(parts.asset.deleted_at && { deleted_at: epochSeconds(parts.asset.deleted_at) }),
  })

/** In the transaction of the change, after it: the event holds the asset as it is by then. */
export const recordAssetEvent = async (
  app: WithSettings,
  environment: Environment,
  type: `video.asset.${string}`,
  assetId: string,
) => {
  const asset = await findAssetEvenDeleted(environment, assetId)
  if (asset) await recordEventOf(app, environment, type, await onePartsOf(environment, asset))
}

type TrackEvent = `video.asset.track.${'created' | 'ready' | 'errored' | 'deleted'}`

export const recordTrackEventOf = (environment: Environment, type: TrackEvent, track: TrackRow) =>
  record(environment, type, track.asset_id, { ...presentTrack(track), asset_id: track.asset_id })

export const recordTrackEvent = async (
  environment: Environment,
  type: TrackEvent,
  trackId: string,
) => {
  const track = await findTrack(environment, trackId)
  if (track) await recordTrackEventOf(environment, type, track)
}

type RenditionEvent =
  `video.asset.static_rendition.${'created' | 'ready' | 'skipped' | 'errored' | 'deleted'}`

export const recordRenditionEventOf = (
  environment: Environment,
  type: RenditionEvent,
  rendition: RenditionRow,
) =>
  record(environment, type, rendition.asset_id, {
    ...presentRendition(rendition),
    asset_id: rendition.asset_id,
  })

export const recordRenditionEvent = async (
  environment: Environment,
  type: RenditionEvent,
  renditionId: string,
) => {
  const rendition = await findRendition(environment, renditionId)
  if (rendition) await recordRenditionEventOf(environment, type, rendition)
}
