import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { collector } from '../contract.ts'
import {
  listEnvironments,
  listLedger,
  listRejections,
  readConformanceOf,
  retrieveAddress,
  retrieveStatus,
} from './operator-reads.ts'
import { listOwnRejections, readLedger } from './own-ledger.ts'

export const collectorServer = feature('collector', {
  endpoints: [
    implement(collector, {
      retrieveStatus,
      listLedger,
      listRejections,
      listEnvironments,
      readConformance: readConformanceOf,
      retrieveAddress,
      readLedger,
      listOwnRejections,
    }),
  ],
})
