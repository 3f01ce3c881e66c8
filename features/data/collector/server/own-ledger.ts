import { inTurn } from '@playhead/analytics/answer.ts'
import {
  listRejections,
  readLedger as readLedgerOf,
} from '@playhead/collector/runtime/ledger.sql.ts'
import { questionOf, timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { presentCounts, presentRejection } from './present-ledger.ts'

type Collector = Handlers<typeof collector>

export const readLedger: Collector['readLedger'] = async (context) => {
  const question = questionOf(context)
  const { environment, request } = context
  const { reasons } = await inTurn(environment, request.signal, () =>
    readLedgerOf(environment, question.timeframe),
  )
  return {
    data: presentCounts(reasons),
    timeframe: timeframeOf(question),
    total_row_count: null,
  }
}

export const listOwnRejections: Collector['listOwnRejections'] = async ({
  environment,
  query,
  request,
}) => {
  const rows = await inTurn(environment, request.signal, () => listRejections(environment, query))
  return { data: rows.map(presentRejection) }
}
