import { listLivingAssets } from '@playhead/features/video/processing/server'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { imageCacheOf } from './image-maker.ts'

/** Removes the pictures of deleted assets. */
export const clearImageCache: Schedule = {
  name: 'image cache: clear what was deleted',
  everySeconds: 300,
  isOfFolder: true,
  run: async (app) => {
    const cache = imageCacheOf(app)
    const assets = await cache.folders()
    const living = new Set(await listLivingAssets(app.postgres, assets))
    for (const asset of assets) if (!living.has(asset)) await cache.removeAll(asset)
  },
}
