import { lockAsset, recordAssetEvent, endShots } from '@playhead/features/video/assets/server'
import {
  bringPicture,
  environmentOf,
  failureOf,
  openReadyAsset,
  type ReadyAsset,
} from '@playhead/features/video/processing/server'
import { makeThumbnail } from '@playhead/media/images/make-thumbnail.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { findShots } from '@playhead/media/shots/find-shots.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { type EndedCall, job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'
import { storeMediaFile } from '@playhead/media-store/store-media-file.ts'
import { shotImageKeyOf, shotsListKeyOf } from './shots-key.ts'
import { shotsMake } from './jobs.ts'

type Call = JobCall<PayloadOf<typeof shotsMake>>
type Ended = EndedCall<PayloadOf<typeof shotsMake>>

const imageWidth = 640
/** The frame at a cut can still be mixed with the one before. */
const afterCutSeconds = 0.1

const events = { completed: 'ready', skipped: 'skipped', errored: 'errored' } as const

const end = (
  app: App,
  environment: Environment,
  assetId: string,
  status: keyof typeof events,
  message?: string,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockAsset(tenant, assetId)
    const isMarked = await endShots(tenant, assetId, status, message ?? null)
    if (isMarked)
      await recordAssetEvent(app, tenant, `video.asset.shots.${events[status]}`, assetId)
    return isMarked
  })

const make = async ({ app, signal, ...call }: Call, ready: ReadyAsset, folder: string) => {
  const { environment, asset, map, media } = ready
  const place = { id: asset.id, environmentId: environment.id, media: map }
  await bringPicture(app, place, folder, { signal })
  const work = { folder, fileName: 'source', map, signal, isBackground: true }
  const shots = await findShots(media, {
    ...work,
    onProgress: (seconds) => call.progress((seconds / map.duration) * 0.7, 'Looking for cuts'),
  })
  for (const [index, { start, end: until }] of shots.entries()) {
    const time = start === 0 ? 0 : Math.min(start + afterCutSeconds, (start + until) / 2)
    const picture = await makeThumbnail(media, work, {
      time,
      format: 'jpg',
      width: Math.min(imageWidth, map.video?.width ?? imageWidth),
      fitMode: 'preserve',
    })
    const key = shotImageKeyOf(environment.id, asset.id, index)
    await storeMediaFile(app, environment, { key, assetId: asset.id }, picture)
    call.progress(0.7 + (0.3 * (index + 1)) / shots.length, 'Making pictures')
  }
  const key = shotsListKeyOf(environment.id, asset.id)
  const list = Buffer.from(JSON.stringify({ duration: map.duration, shots }))
  await storeMediaFile(app, environment, { key, assetId: asset.id }, list)
}

const fail = async ({ app, environmentId, payload: { assetId } }: Ended, message: string) => {
  const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
  if (environment) await end(app, environment, assetId, 'errored', message)
}

/** Finds the cuts of a video and makes a picture of each shot. */
export const makeShotsJob = job(shotsMake, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 4,
  run: async (call: Call) => {
    const { app, environmentId, payload } = call
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, payload.assetId))
    if (!ready || ready.asset.shots_status !== 'pending') return
    if (!ready.map.video)
      return void (await end(app, ready.environment, payload.assetId, 'skipped'))
    await withJobFolder(app.settings.dataFolder, (folder) => make(call, ready, folder))
    const isWanted = await end(app, ready.environment, payload.assetId, 'completed')
    if (!isWanted)
      await enqueueRemoval(
        ready.environment,
        `${assetPrefixOf(ready.environment.id, payload.assetId)}shots`,
      )
  },
  gaveUp: (call, error) => fail(call, failureOf(error).message),
  cancelled: (call) => fail(call, 'Finding the shots was cancelled.'),
})
