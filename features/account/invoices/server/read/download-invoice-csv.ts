import { notFound } from '@playhead/contract-kit/errors.ts'
import { csvRows } from '@playhead/server-kit/http/csv.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { presentLine } from '../present-invoice.ts'
import type { LineRow } from '../lines.sql.ts'
import { openInvoice } from './open-invoice.ts'

/** A line stays one row, so that the amounts of a column can be added up. */
const rowOf = (line: LineRow) => {
  const { steps, ...rest } = presentLine(line)
  return {
    ...rest,
    steps:
      (steps ?? [])
        .map(
          ({ quantity, unit_micros: micros, amount_cents: cents }) =>
            `${quantity} x ${micros} = ${cents}`,
        )
        .join('; ') || null,
  }
}

/** Amounts are in cents, and unit prices in millionths of a cent. */
export const downloadInvoiceCsv: Handlers<typeof invoices>['csv'] = async ({
  app,
  organization,
  params,
}) => {
  const { row, lines } = await openInvoice(app, organization, params.id)
  // Before it is issued an invoice has no lines.
  if (row.number === null) throw notFound('invoice')
  const file = Buffer.from(
    csvRows(
      lines.map((line) => ({
        invoice: row.number,
        currency: row.currency,
        ...rowOf(line),
      })),
    ),
  )
  return {
    name: `invoice-${row.number}.csv`,
    size: file.length,
    bytes: new Blob([new Uint8Array(file)]).stream(),
  }
}
