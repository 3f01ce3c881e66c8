import { unknownEnvironmentId } from '@playhead/collector/runtime/collector-options.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { listNamed } from './environments.sql.ts'
import { countReceivers, listReceivers } from './ledger.sql.ts'
import { presentReceiver } from './present-ledger.ts'
import { sinceOf } from './since-of.ts'

export const listLedger: Handlers<typeof collector>['listLedger'] = async ({ app, query }) => {
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
  const data = rows.map((row) => presentReceiver(row, named, unknownEnvironmentId))
  return { data, total_row_count: total, page, limit }
}
