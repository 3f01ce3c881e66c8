import { assetListener, assetPart } from '@playhead/features/video/assets/server'
import { addPlaybackId } from './add-playback-id.ts'
import { deletePlaybackIdsOf, listPlaybackIdsOf } from './playback-ids.sql.ts'
import { policiesOfOptions } from './policies-of-options.ts'
import { presentPlaybackId } from './present-playback-id.ts'

const order = 10

export const playbackIdsOfAsset = assetPart({
  order,
  load: (environment, assets) =>
    listPlaybackIdsOf(
      environment,
      assets.map(({ id }) => id),
    ),
  present: (_, rows) => (rows.length === 0 ? {} : { playback_ids: rows.map(presentPlaybackId) }),
})

export const followAssets = assetListener({
  order,
  checkOptions: policiesOfOptions,
  beforeCreated: async ({ environment, asset }, options) => {
    for (const policy of policiesOfOptions(options))
      await addPlaybackId(environment, { assetId: asset.id }, policy)
  },
  deleted: async ({ environment, asset }) => {
    await deletePlaybackIdsOf(environment, asset.id)
    return []
  },
})
