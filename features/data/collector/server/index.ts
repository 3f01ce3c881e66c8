import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import { collector } from '../contract.ts'
import { checkRefusals } from './check-refusals.ts'
import { listEnvironments } from './list-environments.ts'
import { listLedger } from './list-ledger.ts'
import { listOwnRejections } from './list-own-rejections.ts'
import { listRejections } from './list-rejections.ts'
import { readConformanceOf } from './read-conformance-of.ts'
import { readLedger } from './read-ledger.ts'
import { retrieveAddress } from './retrieve-address.ts'
import { retrieveStatus } from './retrieve-status.ts'

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
  parts: [
    serverCheck({
      order: 10,
      name: 'beacons',
      title: 'Beacons',
      keptSeconds: 30,
      read: checkRefusals,
    }),
  ],
})
