import type { z } from 'zod'
import { isIssued, isUnpaid } from '@playhead/domain/invoicing/invoice-status.ts'
import { meters } from '@playhead/domain/usage.ts'
import { monthText } from '@playhead/features/account/usage/server'
import type { InvoiceDetail, InvoiceLine } from '../contract.ts'
import type { InvoiceRow } from './invoices.sql.ts'
import type { LineRow } from './lines.sql.ts'

const timeOf = (time: Date | null) => time?.toISOString() ?? null

/** Before it is issued, nothing is owed and nothing is final. */
export const presentInvoice = (row: InvoiceRow) => {
  const amount = (cents: number) => (isIssued(row.status) ? cents : null)
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    month: monthText(row.period_start),
    currency: row.currency,
    subtotal_cents: amount(row.subtotal_cents),
    tax_cents: amount(row.tax_cents),
    total_cents: amount(row.total_cents),
    paid_cents: row.paid_cents,
    balance_cents: isUnpaid(row.status) ? row.total_cents - row.paid_cents : 0,
    issued_at: timeOf(row.issued_at),
    due_at: timeOf(row.due_at),
    settled_at: timeOf(row.settled_at),
    has_pdf: row.pdf_key !== null,
  }
}

/** Amounts of a meter as it is priced, such as minutes, with three decimals. */
const inUnits = (quantity: number, meter: LineRow['meter']) =>
  meter === null ? quantity : Math.round((quantity / meters[meter].perUnit) * 1000) / 1000

export const presentLine = (row: LineRow): z.input<typeof InvoiceLine> => ({
  position: row.position,
  kind: row.kind,
  month: monthText(row.month),
  environment_id: row.environment_id,
  environment_name: row.environment_name,
  meter: row.meter,
  tier: row.tier,
  quality: row.quality,
  description: row.description,
  unit: row.meter === null ? null : meters[row.meter].unit,
  quantity: inUnits(row.quantity, row.meter),
  included: inUnits(row.included, row.meter),
  unit_micros: row.unit_micros,
  amount_cents: row.amount_cents,
  steps:
    row.steps?.map((step) => ({ ...step, quantity: inUnits(step.quantity, row.meter) })) ?? null,
})

export const presentDetail = (
  row: InvoiceRow,
  lines: readonly LineRow[],
): z.input<typeof InvoiceDetail> => ({
  ...presentInvoice(row),
  lines: lines.map(presentLine),
  snapshot: row.snapshot,
})
