import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { playbackIds } from '../contract.ts'
import {
  createPlaybackId,
  lookUpPlaybackId,
  removePlaybackId,
  retrievePlaybackId,
} from './handle-playback-ids.ts'

export const playbackIdsServer = feature('playback-ids', {
  endpoints: [
    implement(playbackIds, {
      create: createPlaybackId,
      retrieve: retrievePlaybackId,
      remove: removePlaybackId,
      lookUp: lookUpPlaybackId,
    }),
  ],
})
