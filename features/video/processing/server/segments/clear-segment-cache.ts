import type { Schedule } from '@playhead/server-kit/feature.ts'
import { listLivingAssets } from '../renditions.sql.ts'
import { segmentCacheOf } from './segments.ts'

/** What was deleted is not kept only because somebody once watched it. */
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
