import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { playbackIds } from '../contract.ts'
import { followAssets, playbackIdsOfAsset } from './add-to-assets.ts'
import { createPlaybackId } from './create-playback-id.ts'
import { lookUpPlaybackId } from './look-up-playback-id.ts'
import { removePlaybackId } from './remove-playback-id.ts'
import { retrievePlaybackId } from './retrieve-playback-id.ts'

export const playbackIdsServer = feature('playback-ids', {
  endpoints: [
    implement(playbackIds, {
      create: createPlaybackId,
      retrieve: retrievePlaybackId,
      remove: removePlaybackId,
      lookUp: lookUpPlaybackId,
    }),
  ],
  parts: [playbackIdsOfAsset, followAssets],
})

export { addPlaybackId } from './add-playback-id.ts'
export type { PlaybackIdRow } from './playback-id-row.ts'
export {
  deletePlaybackId,
  deletePlaybackIdsOfLiveStream,
  findPlaybackId,
  listPlaybackIdsOf,
  listPlaybackIdsOfLiveStreams,
} from './playback-ids.sql.ts'
export { policiesOfOptions } from './policies-of-options.ts'
export { presentPlaybackId } from './present-playback-id.ts'
export { requestedPolicy } from './requested-policy.ts'
