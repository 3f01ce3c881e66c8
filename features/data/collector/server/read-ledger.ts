import { runInQueue } from '@playhead/analytics/cache/query-cache.ts'
import { readLedger as readLedgerOf } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf, timeframeOf } from '@playhead/features/data/question/server'
import type { collector } from '../contract.ts'
import { presentCounts } from './present-ledger.ts'

export const readLedger: Handlers<typeof collector>['readLedger'] = async (context) => {
  const question = questionOf(context)
  const { environment, request } = context
  const { reasons } = await runInQueue(environment, request.signal, () =>
    readLedgerOf(environment, question.timeframe),
  )
  return {
    data: presentCounts(reasons),
    timeframe: timeframeOf(question),
    total_row_count: null,
  }
}
