import { notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findInvoice } from '../invoices.sql.ts'
import { listLines } from '../lines.sql.ts'
import { requireInvoices } from '../require-invoices.ts'

export const openInvoice = async (app: App, organization: Organization, id: string) => {
  requireInvoices(app)
  const [row, lines] = await Promise.all([
    findInvoice(organization, id),
    listLines(organization, id),
  ])
  if (!row) throw notFound('invoice')
  return { row, lines }
}
