import { assetListener } from '@playhead/features/video/assets/server'
import { cancelJobs, enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { imagesMake } from '../jobs.ts'

/** Pictures of shorter videos are quick to make on demand. */
const imagesAheadSeconds = 30
const priority = 40

export const enqueueImages = ({ id: environmentId, postgres }: Environment, assetId: string) =>
  enqueue(postgres, imagesMake, {
    payload: { assetId },
    environmentId,
    uniqueKey: assetId,
    priority,
  })

export const makeImagesAhead = assetListener({
  order: 50,
  ready: async ({ environment, asset }, { map }) => {
    if (map.video && map.duration > imagesAheadSeconds) await enqueueImages(environment, asset.id)
  },
  deleted: ({ environment, asset }) => cancelJobs(environment.postgres, imagesMake, asset.id),
})
