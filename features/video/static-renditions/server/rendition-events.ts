import {
  findAsset,
  onePartsOf,
  recordEventOf,
  recordRenditionEventOf,
  type RenditionRow,
} from '@playhead/features/video/assets/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** The older option knows its files only together: it is told once none of them is to come. */
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
  const parts = await onePartsOf(tenant, asset)
  if (parts.renditions.some((one) => one.status === 'preparing')) return
  const isReady = parts.renditions.some((one) => one.status === 'ready')
  const happened = isReady ? 'ready' : 'errored'
  await recordEventOf(app, tenant, `video.asset.static_renditions.${happened}`, parts)
}
