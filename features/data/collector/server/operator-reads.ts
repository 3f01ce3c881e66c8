import { notFound } from '@playhead/contract-kit/errors.ts'
import { nobodysEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import { readConformance } from '@playhead/features/data/cmcd/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector, ledgerSpans } from '../contract.ts'
import { collectorAddress } from './collector-address.ts'
import { countAllEnvironments, listAllEnvironments, listNamed } from './environments.sql.ts'
import { countReceivers, listAllRejections, listOutcomes, listReceivers } from './ledger.sql.ts'
import {
  presentCounts,
  presentNamed,
  presentReceiver,
  presentRejection,
  reasonsOf,
} from './present-ledger.ts'

type Collector = Handlers<typeof collector>

const hourMs = 3_600_000
const spanMs: Record<(typeof ledgerSpans)[number], number> = {
  '1:hours': hourMs,
  '24:hours': 24 * hourMs,
  '7:days': 7 * 24 * hourMs,
}

/** The first minute of the span; a minute that has only begun counts as one of them. */
const sinceOf = (now: Date, span: (typeof ledgerSpans)[number]) =>
  new Date(now.getTime() - spanMs[span] + 60_000)

export const retrieveStatus: Collector['retrieveStatus'] = async ({ app, query }) => {
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

/** The same for everybody, and what every player that reports knows. */
export const retrieveAddress: Collector['retrieveAddress'] = async ({ app }) => ({
  data: collectorAddress(app.settings),
})

export const listLedger: Collector['listLedger'] = async ({ app, query }) => {
  const { timeframe, page, limit } = query
  const since = sinceOf(app.clock.now(), timeframe)
  const [total, rows] = await Promise.all([
    countReceivers(app.clickhouse, since),
    listReceivers(app.clickhouse, since, { page, limit }),
  ])
  const named = await listNamed(
    app.postgres,
    rows.map((row) => row.environment_id),
  )
  const data = rows.map((row) => presentReceiver(row, named, nobodysEnvironment))
  return { data, total_row_count: total, page, limit }
}

export const listRejections: Collector['listRejections'] = async ({ app, query }) => {
  const since = sinceOf(app.clock.now(), query.timeframe)
  const rows = await listAllRejections(app.clickhouse, since, query.limit)
  const named = await listNamed(app.postgres, [...new Set(rows.map((row) => row.environment_id))])
  return {
    data: rows.map((row) => ({
      ...presentRejection(row),
      environment: presentNamed(named.get(row.environment_id)),
    })),
  }
}

export const listEnvironments: Collector['listEnvironments'] = async ({ app, query }) => {
  const { query: text = '', page, limit } = query
  const [total, data] = await Promise.all([
    countAllEnvironments(app.postgres, text.trim()),
    listAllEnvironments(app.postgres, text.trim(), { page, limit }),
  ])
  return { data, total_row_count: total, page, limit }
}

export const readConformanceOf: Collector['readConformance'] = async ({ app, params }) => {
  const found = (await listNamed(app.postgres, [params.id])).get(params.id)
  if (!found) throw notFound('environment')
  const { postgres, clickhouse } = app
  return readConformance({
    environment: {
      id: found.id,
      organizationId: found.organization_id,
      postgres,
      clickhouse,
    },
  })
}
