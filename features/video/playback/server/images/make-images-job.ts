import { z } from 'zod'
import { environmentOf, openReadyAsset } from '@playhead/features/video/processing/server'
import { planStoryboard } from '@playhead/media/images/storyboard.ts'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { imageBytes } from './image-maker.ts'
import { storyboardImage } from './storyboard-image.ts'

const Payload = z.object({ assetId: z.uuid() })

/** What players of this server ask for when somebody moves over the time line. */
const format = 'webp'

/** The storyboard of a long video takes seconds: it is there before anybody asks for it. */
export const makeImagesJob = job({
  kind: 'images.make',
  takesRoom: true,
  payload: Payload,
  concurrency: 1,
  attemptsMax: 3,
  run: async ({ app, environmentId, payload, signal }: JobCall<z.infer<typeof Payload>>) => {
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, payload.assetId))
    if (!ready?.map.video) return
    const asset = { id: ready.asset.id, media: ready.map }
    const board = planStoryboard(ready.map)
    const sheet = { environment: ready.environment, asset, board, format, isWhole: true } as const
    await imageBytes(app, storyboardImage(sheet), { signal })
  },
})
