import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { requireInvoices } from '../require-invoices.ts'
import { countOperatedInvoices, listOperatedInvoices } from './operated-invoices.sql.ts'
import { presentOperated } from './present-operated.ts'

export const listOperated: Handlers<typeof invoices>['operated'] = async ({
  app,
  query: { status, page, limit },
}) => {
  requireInvoices(app)
  const [total, rows] = await Promise.all([
    countOperatedInvoices(app.postgres, status),
    listOperatedInvoices(app.postgres, { status, page, limit }),
  ])
  return { data: rows.map(presentOperated), total_row_count: total, page, limit }
}
