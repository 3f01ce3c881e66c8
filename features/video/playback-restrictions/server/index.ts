import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { playbackRestrictions } from '../contract.ts'
import { createPlaybackRestriction } from './create-playback-restriction.ts'
import { listPlaybackRestrictions } from './list-playback-restrictions.ts'
import { removePlaybackRestriction } from './remove-playback-restriction.ts'
import { retrievePlaybackRestriction } from './retrieve-playback-restriction.ts'
import { updateReferrer } from './update-referrer.ts'
import { updateUserAgent } from './update-user-agent.ts'

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
