import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { shots } from '../contract.ts'
import { followAssets, shotsOfAsset } from './add-to-assets.ts'
import { createShots } from './create-shots.ts'
import { makeShotsJob } from './make-shots.ts'
import { removeShots } from './remove-shots.ts'
import { retrieveShots } from './retrieve-shots.ts'
import { mountShots } from './serve-shots.ts'

export const shotsServer = feature('shots', {
  endpoints: [
    implement(shots, { retrieve: retrieveShots, create: createShots, remove: removeShots }),
  ],
  jobs: [makeShotsJob],
  parts: [shotsOfAsset, followAssets],
  mountForAnyHost: mountShots,
})
