import { findAsset, recordAssetEvent } from '@playhead/features/video/assets/server'
import { listRenditionsOf } from './static-renditions.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { recordRenditionEventOf } from './record-rendition-event.ts'
import type { RenditionRow } from './rendition-row.ts'

/** The older option has one event for all its files: it is recorded when none is pending. */
export const recordRenditionEnd = async (
  app: App,
  tenant: Environment,
  rendition: RenditionRow,
) => {
  const { status } = rendition
  if (status === 'preparing') return
  const asset = await findAsset(tenant, rendition.asset_id)
  if (!asset) return
  if (asset.mp4_support === null || asset.mp4_support === 'none')
    return recordRenditionEventOf(tenant, `video.asset.static_rendition.${status}`, rendition)
  const renditions = await listRenditionsOf(tenant, [asset.id])
  if (renditions.some((one) => one.status === 'preparing')) return
  const isReady = renditions.some((one) => one.status === 'ready')
  const happened = isReady ? 'ready' : 'errored'
  await recordAssetEvent(app, tenant, `video.asset.static_renditions.${happened}`, asset.id)
}
