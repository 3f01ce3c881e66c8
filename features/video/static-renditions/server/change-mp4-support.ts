import { invalidField } from '@playhead/contract-kit/errors.ts'
import {
  assetResponse,
  type AssetFiles,
  type AssetRow,
  onAsset,
  recordAssetEvent,
  updateMp4SupportOf,
} from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRendition } from './enqueue-rendition.ts'
import { refuseErrored } from './refuse-errored.ts'
import { removeRendition } from './remove-rendition.ts'
import { renditionsOfMp4Support } from './rendition-names.ts'
import type { RenditionRow } from './rendition-row.ts'
import { insertRendition, listRenditionsOf } from './static-renditions.sql.ts'

/** Keeps the files that both the old and the new option include. */
const replaceFiles = async (
  tenant: Environment,
  asset: AssetRow,
  current: RenditionRow[],
  wanted: ReturnType<typeof renditionsOfMp4Support>,
) => {
  for (const rendition of current)
    if (!wanted.some(({ name }) => name === rendition.name))
      await removeRendition(tenant, rendition)
  for (const one of wanted) {
    const inserted = await insertRendition(tenant, asset.id, one)
    if (inserted && asset.status === 'ready') await enqueueRendition(tenant, inserted.id)
  }
}

export const changeMp4Support: AssetFiles['updateMp4Support'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const { mp4_support: support } = body
    const renditions = await listRenditionsOf(tenant, [asset.id])
    const isLegacy = asset.mp4_support !== null && asset.mp4_support !== 'none'
    if (support !== 'none') refuseErrored(asset, 'mp4_support')
    if (!isLegacy && renditions.length > 0 && support !== 'none')
      throw invalidField(
        'mp4_support',
        'mp4_support: this asset has static renditions; the two exclude each other',
      )
    if (support !== (asset.mp4_support ?? 'none')) {
      if (isLegacy || support !== 'none')
        await replaceFiles(tenant, asset, renditions, renditionsOfMp4Support(support))
      await updateMp4SupportOf(tenant, asset.id, support)
      const happened = support === 'none' ? 'deleted' : 'preparing'
      await recordAssetEvent(app, tenant, `video.asset.static_renditions.${happened}`, asset.id)
    }
    return { data: await assetResponse(app, tenant, asset.id) }
  })
