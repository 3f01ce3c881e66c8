import { presentInvoice } from '../present-invoice.ts'
import type { OperatedRow } from './operated-invoices.sql.ts'

export const presentOperated = (row: OperatedRow) => ({
  ...presentInvoice(row),
  organization_id: row.organization_id,
  organization_name: row.organization_name,
  note: row.settled_note,
})
