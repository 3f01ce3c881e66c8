import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { comparisonEndpoints } from '../contract.ts'
import { retrieveComparison } from './retrieve-comparison.ts'
import { sampleComparison } from './sample-comparison.ts'

export const comparisonServer = feature('comparison', {
  endpoints: [
    implement(comparisonEndpoints, { retrieve: retrieveComparison, sample: sampleComparison }),
  ],
})
