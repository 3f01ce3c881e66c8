import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { tracks } from '../contract.ts'
import { followAssets, tracksOfAsset } from './add-to-assets.ts'
import { createTrack } from './create-track.ts'
import { generateSubtitles } from './generate-subtitles.ts'
import { extractTextsJob } from './make/extract-texts-job.ts'
import { makeTrackJob } from './make/make-track.ts'
import { removeTrack } from './remove-track.ts'
import { updateTrack } from './update-track.ts'

export const tracksServer = feature('tracks', {
  endpoints: [
    implement(tracks, {
      create: createTrack,
      update: updateTrack,
      remove: removeTrack,
      generateSubtitles,
    }),
  ],
  jobs: [makeTrackJob, extractTextsJob],
  parts: [tracksOfAsset, followAssets],
})

export { addRecordedTexts, type RecordedText } from './add-recorded-texts.ts'
export { languageName } from './language-name.ts'
