import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { collectorAddress } from './collector-address.ts'
import { listOutcomes } from './ledger.sql.ts'
import { presentCounts, reasonsOf } from './present-ledger.ts'
import { sinceOf } from './since-of.ts'

export const retrieveStatus: Handlers<typeof collector>['retrieveStatus'] = async ({
  app,
  query,
}) => {
  const state = app.collector?.stats()
  const outcomes = await listOutcomes(app.clickhouse, sinceOf(app.clock.now(), query.timeframe))
  return {
    data: {
      rates: state
        ? {
            events_per_second: state.eventsPerSecond,
            batches_per_second: state.batchesPerSecond,
            open_views: state.openViews,
            held_bytes: state.heldBytes,
            memory_bytes: state.memoryBytes,
            waiting_requests: state.waitingRequests,
          }
        : null,
      ledger: presentCounts(outcomes),
      shed_requests: reasonsOf(outcomes, 'shed'),
      address: collectorAddress(app.settings),
    },
  }
}
