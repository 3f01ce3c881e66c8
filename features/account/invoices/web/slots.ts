import { slot } from '@playhead/web-kit/slot.ts'
import type { Invoice } from './use-invoices.ts'

export interface InvoiceActionProps {
  invoice: Invoice
}

/** A sentence above an invoice, such as why its payment failed. */
export const invoiceNotice = slot<InvoiceActionProps>()

/** A card beside the lines of an invoice. */
export const invoiceCard = slot<InvoiceActionProps>()

export interface OwedActionProps {
  /** The invoice that is due first. */
  oldest: { id: string; number: number }
}

/** What can be done about a balance, such as paying its oldest invoice. */
export const owedAction = slot<OwedActionProps>()

/** What can be done with an invoice beside reading it, such as paying it. */
export const invoiceAction = slot<InvoiceActionProps>()
