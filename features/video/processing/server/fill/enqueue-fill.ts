import type { AssetRow } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { rungsToStore } from './fill-job.ts'

const idlePriority = 90

/** While something is made at all: of test assets, and of those that need nothing stored, there is no job. */
export const enqueueFill = async (
  { id, postgres }: Environment,
  asset: Pick<AssetRow, 'id' | 'video_quality' | 'is_test'>,
  map: MediaMap,
) => {
  if (asset.is_test || rungsToStore(map, asset.video_quality, []).length === 0) return
  await enqueue(postgres, {
    kind: 'asset.fill',
    payload: { assetId: asset.id },
    environmentId: id,
    uniqueKey: asset.id,
    priority: idlePriority,
  })
}
