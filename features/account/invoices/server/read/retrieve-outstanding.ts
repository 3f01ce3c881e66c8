import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { invoiceNeedsAttention, type InvoiceRow, listUnpaid } from '../invoices.sql.ts'
import { presentInvoice } from '../present-invoice.ts'
import { requireInvoices } from '../require-invoices.ts'

const owedBy = (rows: readonly InvoiceRow[]) =>
  rows.reduce((sum, { total_cents: total, paid_cents: paid }) => sum + total - paid, 0)

const isLate = ({ status }: InvoiceRow) => status === 'late' || status === 'delinquent'

export const retrieveOutstanding: Handlers<typeof invoices>['outstanding'] = async ({
  app,
  organization,
}) => {
  requireInvoices(app)
  const unpaid = await listUnpaid(organization)
  const currencies = [...new Set(unpaid.map(({ currency }) => currency))]
  const balances = currencies.map((currency) => {
    const rows = unpaid.filter((row) => row.currency === currency)
    // The oldest comes first, and what is owed has its number and its due date.
    const oldest = rows[0]!
    return {
      currency,
      cents: owedBy(rows),
      late_cents: owedBy(rows.filter(isLate)),
      invoices: rows.length,
      due_at: oldest.due_at!.toISOString(),
      oldest: { id: oldest.id, number: oldest.number! },
    }
  })
  return {
    data: {
      balances,
      invoice_needs_attention: await invoiceNeedsAttention(organization),
      unpaid: unpaid.map(presentInvoice),
    },
  }
}
