import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { tracks } from '../contract.ts'
import { createTrack, generateSubtitles, removeTrack, updateTrack } from './handle-tracks.ts'

export const tracksServer = feature('tracks', {
  endpoints: [
    implement(tracks, {
      create: createTrack,
      update: updateTrack,
      remove: removeTrack,
      generateSubtitles,
    }),
  ],
})
