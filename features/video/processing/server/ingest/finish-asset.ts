import {
  enqueueImages,
  enqueueRequested,
  enqueueTexts,
  lockAsset,
  recordAssetEvent,
  recordTrackEvent,
} from '@playhead/features/video/assets/server'
import { AssetGone } from '@playhead/features/video/storage-check/server'
import { refuseUpload } from '@playhead/features/video/uploads/server'
import { isWrittenText } from '@playhead/media/captions/extract-texts.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { ProbedText } from '@playhead/media/probe.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueFill } from '../fill/enqueue-fill.ts'
import { tracksOf } from './describe-asset.ts'
import type { IngestFailure } from './ingest-failure.ts'
import { deleteFoundTracks, insertFoundTrack, markErrored, markReady } from './ingest.sql.ts'
import type { Step } from './step.ts'

/** Pictures of what is shorter are made in a moment when somebody asks for them. */
const imagesAheadSeconds = 30

/** Ready, its tracks, its events and what is made of it next: all of it or nothing. */
export const finishAsset = (
  { app, environment, asset }: Pick<Step, 'app' | 'environment' | 'asset'>,
  map: MediaMap,
  texts: readonly ProbedText[],
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const now = await lockAsset(tenant, asset.id)
    if (!now) throw new AssetGone(asset.id)
    // Another process took the job over and was faster.
    if (now.status === 'ready') return
    await deleteFoundTracks(tenant, asset.id)
    const tracks: string[] = []
    for (const track of tracksOf(map)) tracks.push(await insertFoundTrack(tenant, asset.id, track))
    await markReady(tenant, asset.id, map)
    for (const track of tracks) await recordTrackEvent(tenant, 'video.asset.track.ready', track)
    await recordAssetEvent(app, tenant, 'video.asset.ready', asset.id)
    await enqueueFill(app, tenant, asset, map)
    await enqueueRequested(tenant, asset.id)
    if (map.video && map.duration > imagesAheadSeconds) await enqueueImages(tenant, asset.id)
    if (texts.some(isWrittenText)) await enqueueTexts(tenant, asset.id)
  })

/** Of a deleted asset nobody is told anything. */
export const failAsset = (
  app: App,
  environment: Environment,
  assetId: string,
  failure: IngestFailure,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const asset = await lockAsset(tenant, assetId)
    if (!asset || asset.status === 'ready') return
    await markErrored(tenant, assetId, failure)
    await recordAssetEvent(app, tenant, 'video.asset.errored', assetId)
    if (asset.upload_id !== null && failure.type === 'invalid_input')
      await refuseUpload(tenant, asset.upload_id, failure)
  })
