import { slot } from '@playhead/web-kit/slot.ts'
import type { Invoice } from './use-invoices.ts'

export interface InvoiceActionProps {
  invoice: Invoice
}

/** What can be done with an invoice beside reading it, such as paying it. */
export const invoiceAction = slot<InvoiceActionProps>()
