import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { invoiceNeedsAttention, type InvoiceRow, listUnpaid } from '../invoices.sql.ts'
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
    return {
      currency,
      cents: owedBy(rows),
      late_cents: owedBy(rows.filter(isLate)),
      invoices: rows.length,
      // The oldest comes first.
      due_at: rows[0]!.due_at!.toISOString(),
    }
  })
  return {
    data: { balances, invoice_needs_attention: await invoiceNeedsAttention(organization) },
  }
}
