import type { AssetRow } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { isUrgent, rungsToStore } from './rungs-to-store.ts'

const priorities = { soon: 10, idle: 90 } as const

/**
 * Of test assets, and of those that need nothing stored, there is no job. Until its copy is there, the
 * best quality is missing; until its sound is there, that is made anew for whoever listens.
 */
export const enqueueFill = async (
  app: Pick<App, 'settings'>,
  { id, postgres }: Environment,
  asset: Pick<AssetRow, 'id' | 'video_quality' | 'is_test'>,
  map: MediaMap,
) => {
  const rungs = asset.is_test ? [] : rungsToStore(app, map, asset.video_quality)
  for (const [kind, isNeeded, priority] of [
    ['asset.sound', map.audio.some(({ pieces }) => pieces), priorities.soon],
    ['asset.copy', rungs.some(isUrgent), priorities.soon],
    ['asset.fill', rungs.some((rung) => !isUrgent(rung)), priorities.idle],
  ] as const) {
    if (!isNeeded) continue
    await enqueue(postgres, {
      kind,
      payload: { assetId: asset.id },
      environmentId: id,
      uniqueKey: asset.id,
      priority,
    })
  }
}
