import { feature } from '@playhead/server-kit/feature.ts'
import { checkCopyJob } from './check/check-copy-job.ts'
import { copyJob, fillJob } from './fill/fill-job.ts'
import { soundJob } from './fill/sound-job.ts'
import { deleteOldTestAssets } from './ingest/delete-old-test-assets.ts'
import { ingestNewAssets } from './ingest/ingest-new-assets.ts'
import { ingestJob } from './ingest/ingest-job.ts'
import { clearSegmentCache } from './segments/clear-segment-cache.ts'

export const processingServer = feature('processing', {
  jobs: [ingestJob, soundJob, copyJob, fillJob, checkCopyJob],
  schedules: [deleteOldTestAssets, clearSegmentCache],
  parts: [ingestNewAssets],
})

export { bringPicture, ticksOf } from './bring-source.ts'
export { factsOf } from './ingest/describe-asset.ts'
export { localInput } from './ingest/local-input.ts'
export { enqueueIngest } from './ingest/enqueue-ingest.ts'
export { failureOf } from './ingest/ingest-failure.ts'
export { openReadyAsset, type ReadyAsset } from './open-ready-asset.ts'
export { downloadSound } from './fill/store-sound.ts'
export { environmentOf } from './environment-of.sql.ts'
export { readMediaMap } from './media-map.sql.ts'
export {
  deleteStoredSound,
  findReadyRendition,
  listLivingAssets,
  saveRendition,
  type RenditionPiece,
  type StoredRendition,
} from './renditions.sql.ts'
export { copiedKeyframes } from './segments/copied-keyframes.ts'
export { InFlight } from './segments/in-flight.ts'
export { SegmentCache } from './segments/segment-cache.ts'
export {
  initSegment,
  NoSuchSegment,
  segment,
  type SegmentAsset,
  type SegmentSource,
  type Viewer,
} from './segments/segments.ts'
export { pathOf, pictureSlotsOf, encoderSlotsOf } from './segments/encoder-slots.ts'
