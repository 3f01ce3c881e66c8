import { environmentOf, openReadyAsset } from '@playhead/features/video/processing/server'
import { planStoryboard } from '@playhead/media/images/storyboard.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { imageBytes } from './image-maker.ts'
import { storyboardImage } from './storyboard-image.ts'
import { imagesMake } from '../jobs.ts'

/** The format that this server's player requests for previews on the time line. */
const format = 'webp'

/** The storyboard of a long video takes seconds, so it is made before the first request. */
export const makeImagesJob = job(imagesMake, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 3,
  run: async ({ app, environmentId, payload, signal }: JobCall<PayloadOf<typeof imagesMake>>) => {
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, payload.assetId))
    if (!ready?.map.video) return
    const asset = { id: ready.asset.id, media: ready.map }
    const board = planStoryboard(ready.map)
    const sheet = { environment: ready.environment, asset, board, format, isWhole: true } as const
    await imageBytes(app, storyboardImage(sheet), { signal })
  },
})
