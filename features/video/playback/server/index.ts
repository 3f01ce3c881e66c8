import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { previews } from '@playhead/features/video/preview-tokens/contract'
import { listPreviewTokens } from './access/list-preview-tokens.ts'
import { clearImageCache } from './images/clear-image-cache.ts'
import { makeImagesAhead } from './images/make-images-ahead.ts'
import { makeImagesJob } from './images/make-images-job.ts'
import { mountPlayback } from './mount-playback.ts'

export { respondWithBytes, bytesInMemory } from './bytes/respond-with-bytes.ts'
export { shortHeaders } from './bytes/cache-headers.ts'
export { attachmentHeader } from './bytes/download-header.ts'
export type { PlaybackAsset } from './media-maps.ts'
export {
  type Access,
  assetOfAccess,
  isLive,
  openAccess,
  openPlayback,
  type Playback,
} from './access/open-playback.ts'
export { mountPlaybackRoute, type PlaybackHandler, playbackIdPattern } from './playback-route.ts'
export { deliveryCheck } from './access/delivery-check.ts'
export { noSuchPart } from './access/refusal.ts'
export { readStored, storedBytes } from './bytes/stored-bytes.ts'
export { playerHealth } from './player-health.ts'
export type { Audience } from './access/verify-token.ts'

export const playbackServer = feature('playback', {
  mountForAnyHost: mountPlayback,
  jobs: [makeImagesJob],
  parts: [makeImagesAhead],
  schedules: [clearImageCache],
  endpoints: [implement(previews, { previewTokens: listPreviewTokens })],
})
