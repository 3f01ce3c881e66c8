import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { randomToken } from '@playhead/server-kit/secrets.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { type assets, masterAccessHours } from '../contract.ts'
import { enqueueMaster, enqueueRemoval, enqueueRendition } from './asset-jobs.ts'
import { insertRendition } from './asset-parts.sql.ts'
import { onePartsOf } from './asset-parts.ts'
import type { AssetRow, RenditionRow } from './asset-row.ts'
import { findAsset, updateMasterAccessOf, updateMp4SupportOf } from './assets.sql.ts'
import { masterKeyOf } from './master-file.ts'
import { presentAsset } from './present-asset.ts'
import { recordEventOf } from './record-asset-event.ts'
import { removeRendition } from './remove-rendition.ts'
import { renditionsOfMp4Support } from './rendition-names.ts'
import { onAsset } from './write-assets.ts'

type Write = Handlers<typeof assets>

const again = async (tenant: Environment, { id }: AssetRow) =>
  onePartsOf(tenant, (await findAsset(tenant, id))!)

const refuseErrored = (asset: AssetRow, field: string) => {
  if (asset.status === 'errored')
    throw invalidField(field, `${field}: this asset has failed, so there is nothing to make it of`)
}

/** Files that both choices have stay as they are. */
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

export const changeMp4Support: Write['updateMp4Support'] = ({ app, environment, params, body }) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const { mp4_support: support } = body
    const { renditions } = await onePartsOf(tenant, asset)
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
      await recordEventOf(
        app,
        tenant,
        `video.asset.static_renditions.${happened}`,
        await again(tenant, asset),
      )
    }
    return { data: presentAsset(await again(tenant, asset), app.settings.publicUrl) }
  })

const openMaster = async (tenant: Environment, asset: AssetRow, now: Date) => {
  const isReady = asset.status === 'ready'
  // Before that, the time counts from the moment it can be downloaded.
  const until = isReady ? new Date(now.getTime() + masterAccessHours * 3_600_000) : null
  const secret = randomToken()
  await updateMasterAccessOf(tenant, asset.id, { until, secret })
  if (isReady) await enqueueMaster(tenant, asset.id, secret)
}

const closeMaster = async (tenant: Environment, asset: AssetRow) => {
  await updateMasterAccessOf(tenant, asset.id, undefined)
  if (asset.master_secret !== null)
    await enqueueRemoval(tenant, masterKeyOf(tenant.id, asset.id, asset.master_secret))
}

export const changeMasterAccess: Write['updateMasterAccess'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const { master_access: access } = body
    if (access === 'temporary') refuseErrored(asset, 'master_access')
    // What failed may be tried again.
    const isSame = access === asset.master_access && asset.master_status !== 'errored'
    if (!isSame) {
      if (access === 'temporary') await openMaster(tenant, asset, app.clock.now())
      else await closeMaster(tenant, asset)
      const happened = access === 'temporary' ? 'preparing' : 'deleted'
      await recordEventOf(app, tenant, `video.asset.master.${happened}`, await again(tenant, asset))
    }
    return { data: presentAsset(await again(tenant, asset), app.settings.publicUrl) }
  })
