import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { listNamed } from './environments.sql.ts'
import { listAllRejections } from './ledger.sql.ts'
import { presentNamed, presentRejection } from './present-ledger.ts'
import { sinceOf } from './since-of.ts'

export const listRejections: Handlers<typeof collector>['listRejections'] = async ({
  app,
  query,
}) => {
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
