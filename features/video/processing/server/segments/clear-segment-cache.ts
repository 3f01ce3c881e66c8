import type { Schedule } from '@playhead/server-kit/feature.ts'
import { listLivingAssets } from '../renditions.sql.ts'
import { segmentCacheOf } from './segments.ts'

/** Segments of deleted assets must not stay in the cache. */
export const clearSegmentCache: Schedule = {
  name: 'segment cache: clear what was deleted',
  everySeconds: 300,
  isOfFolder: true,
  run: async (app) => {
    const cache = segmentCacheOf(app)
    const assets = await cache.folders()
    const living = new Set(await listLivingAssets(app.postgres, assets))
    for (const asset of assets) if (!living.has(asset)) await cache.removeAll(asset)
  },
}
