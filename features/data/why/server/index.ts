import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { why } from '../contract.ts'
import { listChanges } from './list-changes.ts'
import { sampleChanges } from './sample-changes.ts'

export const whyServer = feature('why', {
  endpoints: [implement(why, { changes: listChanges, sampleChanges })],
})
