import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { cmcd } from '../contract.ts'
import { readConformance } from './read-conformance.ts'

export { readConformance } from './read-conformance.ts'

export const cmcdServer = feature('cmcd', {
  endpoints: [implement(cmcd, { conformance: readConformance })],
})
