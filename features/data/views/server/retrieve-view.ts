import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { views } from '../contract.ts'
import { presentView } from './present-view.ts'
import { findView } from './views.sql.ts'

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

export const retrieveView: Handlers<typeof views>['retrieve'] = async ({
  environment,
  params,
  request,
}) => {
  const row = await findView(environment, params.id, request.signal)
  if (!row) throw notFound('view')
  return {
    data: presentView(row),
    timeframe: [seconds(row.view_start), seconds(row.view_end)],
    total_row_count: 1,
  }
}
