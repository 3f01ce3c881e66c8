import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { collector } from '../contract.ts'
import { readOverview, readOwnLedger, readOwnRejections } from './read-collector.ts'

export const collectorServer = feature('collector', {
  endpoints: [
    implement(collector, {
      ledger: readOwnLedger,
      rejections: readOwnRejections,
      overview: readOverview,
    }),
  ],
})
