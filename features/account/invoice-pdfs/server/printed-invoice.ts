import type { InvoiceRow } from '@playhead/features/account/invoices/server'
import type { InvoiceSnapshot } from '@playhead/features/account/invoices/contract'
import { countryName } from '@playhead/domain/countries.ts'
import { stepText } from '@playhead/domain/invoicing/step-text.ts'
import { isMeter, meters } from '@playhead/domain/usage.ts'
import type { PrintedInvoice, PrintedLine } from '@playhead/invoice-pdf/printed-invoice.ts'
import type { LineRow } from './invoice-pdfs.sql.ts'

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const headingOf = ({ kind, month, environment_name: environment }: LineRow) => {
  if (kind === 'fee' || kind === 'credit') return 'Plan'
  if (kind === 'carried') return 'Carried over'
  if (kind === 'correction')
    return `Corrections of ${monthName.format(month)}: ${environment ?? 'all environments'}`
  return environment ?? 'All environments'
}

const usageOf = ({ meter, quantity, included, unit_micros: unitMicros, steps }: LineRow) => {
  if (meter === null || !isMeter(meter)) return null
  const { unit, perUnit } = meters[meter]
  return {
    quantity: quantity / perUnit,
    included: included / perUnit,
    unit,
    unitMicros,
    steps:
      steps?.map((step) => ({
        description: stepText(step, unit),
        quantity: step.quantity / perUnit,
        unitMicros: step.unit_micros,
        amountCents: step.amount_cents,
      })) ?? null,
  }
}

const lineOf = (line: LineRow): PrintedLine => ({
  heading: headingOf(line),
  description: line.description,
  usage: usageOf(line),
  amountCents: line.amount_cents,
})

const filled = (lines: (string | null)[]) => lines.filter((line): line is string => !!line?.trim())

const buyerOf = ({ buyer }: InvoiceSnapshot): PrintedInvoice['buyer'] => ({
  name: buyer.name,
  address: filled([
    buyer.organization_name === buyer.name ? null : buyer.organization_name,
    buyer.address,
    buyer.address2,
    filled([buyer.zip, buyer.city]).join(' '),
    buyer.state,
    buyer.country === null ? null : countryName(buyer.country),
  ]),
  country: buyer.country,
  email: buyer.email,
  taxId: buyer.tax_id,
})

/** Undefined until it is issued. */
export const printedInvoice = (
  invoice: InvoiceRow,
  lines: readonly LineRow[],
): PrintedInvoice | undefined => {
  const { number, snapshot, issued_at: issuedAt, due_at: dueAt } = invoice
  if (number === null || !snapshot || !issuedAt || !dueAt) return undefined
  const { seller, period, taxes, notes } = snapshot
  return {
    number,
    currency: invoice.currency,
    issuedAt,
    dueAt,
    period: { from: new Date(period.from), until: new Date(period.until) },
    seller: { ...seller, taxId: seller.tax_id },
    buyer: buyerOf(snapshot),
    lines: lines.map(lineOf),
    subtotalCents: invoice.subtotal_cents,
    taxes,
    totalCents: invoice.total_cents,
    notes,
  }
}
