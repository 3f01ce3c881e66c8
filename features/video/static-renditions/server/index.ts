import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { staticRenditions } from '../contract.ts'
import { filesOfAsset, followAssets, renditionsOfAsset } from './add-to-assets.ts'
import { createStaticRendition } from './create-static-rendition.ts'
import { makeRenditionJob } from './make-rendition.ts'
import { closeOldMasters } from './master/close-old-masters.ts'
import { makeMasterJob } from './master/make-master-job.ts'
import { mountMaster } from './master/serve-master.ts'
import { removeStaticRendition } from './remove-static-rendition.ts'

export const staticRenditionsServer = feature('static-renditions', {
  endpoints: [
    implement(staticRenditions, {
      create: createStaticRendition,
      remove: removeStaticRendition,
    }),
  ],
  jobs: [makeRenditionJob, makeMasterJob],
  schedules: [closeOldMasters],
  parts: [renditionsOfAsset, filesOfAsset, followAssets],
  mountForAnyHost: mountMaster,
})
