import { type AssetRow } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { isUrgent, rungsToStore } from './rungs-to-store.ts'
import { assetCheck, assetCopy, assetFill, assetSound } from '../jobs.ts'

const priorities = { soon: 10, idle: 90, last: 95 } as const

/**
 * Test assets and assets that need nothing stored get no job. Until its copy is stored, the best
 * rendition is missing; until its sound is stored, it is encoded again for listeners. A copied picture is checked at last.
 */
export const enqueueFill = async (
  app: Pick<App, 'settings'>,
  { id, postgres }: Environment,
  asset: Pick<AssetRow, 'id' | 'video_quality' | 'is_test'>,
  map: MediaMap,
) => {
  const rungs = asset.is_test ? [] : rungsToStore(app, map, asset.video_quality)
  const isChecked = !asset.is_test && map.video?.canCopy === true && !map.recordedLive
  for (const [kind, isNeeded, priority] of [
    [assetSound, map.audio.some(({ pieces }) => pieces), priorities.soon],
    [assetCopy, rungs.some(isUrgent), priorities.soon],
    [assetFill, rungs.some((rung) => !isUrgent(rung)), priorities.idle],
    [assetCheck, isChecked, priorities.last],
  ] as const) {
    if (!isNeeded) continue
    await enqueue(postgres, kind, {
      payload: { assetId: asset.id },
      environmentId: id,
      uniqueKey: asset.id,
      priority,
    })
  }
}
