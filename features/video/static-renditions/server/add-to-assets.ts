import {
  assetFiles,
  assetListener,
  assetPart,
  recordAssetEvent,
  updateMasterAccessOf,
} from '@playhead/features/video/assets/server'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { changeMp4Support } from './change-mp4-support.ts'
import { enqueueRendition } from './enqueue-rendition.ts'
import { renditionMake } from './jobs.ts'
import { changeMasterAccess } from './master/change-master-access.ts'
import { cancelMaster, enqueueMaster } from './master/enqueue-master.ts'
import { presentMaster } from './master/present-master.ts'
import { presentRenditions } from './present-rendition.ts'
import { recordRenditionEventOf } from './record-rendition-event.ts'
import { renditionsOfOptions } from './renditions-of-options.ts'
import {
  insertRendition,
  listRenditionsOf,
  markRenditionsErrored,
} from './static-renditions.sql.ts'

const order = 30

export const renditionsOfAsset = assetPart({
  order,
  load: (environment, assets) =>
    listRenditionsOf(
      environment,
      assets.map(({ id }) => id),
    ),
  present: (asset, rows, { publicUrl }) => ({
    static_renditions: presentRenditions(rows),
    master: presentMaster(asset, publicUrl),
  }),
})

export const filesOfAsset = assetFiles({
  order,
  updateMp4Support: changeMp4Support,
  updateMasterAccess: changeMasterAccess,
})

export const followAssets = assetListener({
  order,
  checkOptions: renditionsOfOptions,
  beforeCreated: async ({ environment, asset }, options) => {
    if (asset.master_access === 'temporary')
      await updateMasterAccessOf(environment, asset.id, { until: null, secret: randomToken() })
    for (const rendition of renditionsOfOptions(options))
      await insertRendition(environment, asset.id, rendition)
  },
  created: async ({ app, environment, asset }, { mp4_support: support }) => {
    if (support && support !== 'none')
      return recordAssetEvent(app, environment, 'video.asset.static_renditions.preparing', asset.id)
    for (const rendition of await listRenditionsOf(environment, [asset.id]))
      await recordRenditionEventOf(environment, 'video.asset.static_rendition.created', rendition)
    return undefined
  },
  // Files that were requested before the asset was ready start now.
  ready: async ({ environment, asset }) => {
    for (const { id, status } of await listRenditionsOf(environment, [asset.id]))
      if (status === 'preparing') await enqueueRendition(environment, id)
    if (asset.master_status === 'preparing' && asset.master_secret !== null)
      await enqueueMaster(environment, asset.id, asset.master_secret)
  },
  beforeFailed: ({ environment, asset }, { message }) =>
    markRenditionsErrored(environment, asset.id, message),
  deleted: async ({ environment, asset: { id, master_secret: secret } }) => {
    const running = secret === null ? [] : await cancelMaster(environment, id, secret)
    for (const rendition of await listRenditionsOf(environment, [id]))
      running.push(...(await cancelJobs(environment.postgres, renditionMake, rendition.id)))
    return running
  },
})
