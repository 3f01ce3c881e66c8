import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { countInvoices, listPageOfInvoices } from '../invoices.sql.ts'
import { presentInvoice } from '../present-invoice.ts'
import { requireInvoices } from '../require-invoices.ts'

export const listInvoices: Handlers<typeof invoices>['list'] = async ({
  app,
  organization,
  query,
}) => {
  requireInvoices(app)
  const [total, rows] = await Promise.all([
    countInvoices(organization),
    listPageOfInvoices(organization, query),
  ])
  return { data: rows.map(presentInvoice), total_row_count: total, ...query }
}
