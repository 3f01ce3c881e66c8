import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { staticRenditions } from '../contract.ts'
import { createStaticRendition, removeStaticRendition } from './handle-static-renditions.ts'

export const staticRenditionsServer = feature('static-renditions', {
  endpoints: [
    implement(staticRenditions, { create: createStaticRendition, remove: removeStaticRendition }),
  ],
})
