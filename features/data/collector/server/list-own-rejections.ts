import { runInQueue } from '@playhead/analytics/cache/query-cache.ts'
import { listRejections } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { presentRejection } from './present-ledger.ts'

export const listOwnRejections: Handlers<typeof collector>['listOwnRejections'] = async ({
  environment,
  query,
  request,
}) => {
  const rows = await runInQueue(environment, request.signal, () =>
    listRejections(environment, query),
  )
  return { data: rows.map(presentRejection) }
}
