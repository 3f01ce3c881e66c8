import { assetListener } from '@playhead/features/video/assets/server'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { enqueueFill } from '../fill/enqueue-fill.ts'
import { assetCheck, assetCopy, assetFill, assetIngest, assetSound } from '../jobs.ts'
import { enqueueIngest } from './enqueue-ingest.ts'

export const ingestNewAssets = assetListener({
  order: 60,
  // A recording has no file that must be brought.
  created: async ({ environment, asset }) => {
    if (asset.live_stream_id === null) await enqueueIngest(environment, asset.id)
  },
  ready: ({ app, environment, asset }, { map }) => enqueueFill(app, environment, asset, map),
  deleted: async ({ environment: { postgres }, asset: { id } }) => {
    const running: string[] = []
    for (const kind of [assetIngest, assetSound, assetCopy, assetFill, assetCheck])
      running.push(...(await cancelJobs(postgres, kind, id)))
    return running
  },
})
