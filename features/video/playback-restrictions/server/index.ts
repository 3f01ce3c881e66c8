import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { playbackRestrictions } from '../contract.ts'
import {
  createPlaybackRestriction,
  listPlaybackRestrictions,
  removePlaybackRestriction,
  retrievePlaybackRestriction,
  updateReferrer,
  updateUserAgent,
} from './handle-playback-restrictions.ts'

export const playbackRestrictionsServer = feature('playback-restrictions', {
  endpoints: [
    implement(playbackRestrictions, {
      list: listPlaybackRestrictions,
      create: createPlaybackRestriction,
      retrieve: retrievePlaybackRestriction,
      updateReferrer,
      updateUserAgent,
      remove: removePlaybackRestriction,
    }),
  ],
})
