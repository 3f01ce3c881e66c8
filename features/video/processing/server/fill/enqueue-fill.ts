import { type AssetRow } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { canBeChecked, enqueueCheck } from '../check/enqueue-check.ts'
import { isUrgent, rungsToStore } from './rungs-to-store.ts'
import { assetCopy, assetFill, assetSound } from '../jobs.ts'

const priorities = { soon: 10, idle: 90 } as const

/**
 * Test assets and assets that need nothing stored get no job. Until its copy is stored, the best
 * rendition is missing; until its sound is stored, it is encoded again for listeners. A copied picture that nothing decodes is checked at last.
 */
export const enqueueFill = async (
  app: Pick<App, 'settings'>,
  { id, postgres }: Environment,
  asset: Pick<AssetRow, 'id' | 'video_quality' | 'is_test'>,
  map: MediaMap,
) => {
  const rungs = asset.is_test ? [] : rungsToStore(app, map, asset.video_quality)
  for (const [kind, isNeeded, priority] of [
    [assetSound, map.audio.some(({ pieces }) => pieces), priorities.soon],
    [assetCopy, rungs.some(isUrgent), priorities.soon],
    [assetFill, rungs.some((rung) => !isUrgent(rung)), priorities.idle],
  ] as const) {
    if (!isNeeded) continue
    await enqueue(postgres, kind, {
      payload: { assetId: asset.id },
      environmentId: id,
      uniqueKey: asset.id,
      priority,
    })
  }
  // What encodes renditions decodes the picture, and asks for the check where that goes wrong.
  const isDecoded = rungs.some(({ name }) => name !== 'source')
  if (!asset.is_test && !isDecoded && canBeChecked(map))
    await enqueueCheck({ id, postgres }, asset.id)
}
