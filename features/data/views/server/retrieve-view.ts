import { setTimeout as pause } from 'node:timers/promises'
import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { views } from '../contract.ts'
import { presentView } from './present-view.ts'
import { findView } from './views.sql.ts'

/** The engine copies a new row a moment after lists have it (ADR 0033): who lists and then asks must not be refused. */
const copiedWithinMs = 250

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

export const retrieveView: Handlers<typeof views>['retrieve'] = async ({
  environment,
  params,
  request,
}) => {
  let row = await findView(environment, params.id, request.signal)
  if (!row) {
    await pause(copiedWithinMs, undefined, { signal: request.signal })
    row = await findView(environment, params.id, request.signal)
  }
  if (!row) throw notFound('view')
  return {
    data: presentView(row),
    timeframe: [seconds(row.view_start), seconds(row.view_end)],
    total_row_count: 1,
  }
}
