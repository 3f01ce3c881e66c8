import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { InvoiceRow } from '../invoices.sql.ts'

/** What another capability does when an invoice changes, in the transaction of the change: it may enqueue a job there. */
interface InvoiceListener {
  /** Listeners run in ascending order. */
  readonly order: number
  /** It has its number now, and is owed unless it is paid already because it is about nothing. */
  issued?(app: App, organization: Organization, invoice: InvoiceRow): Promise<unknown>
  /** The due date has passed: it is late now. */
  fellDue?(app: App, organization: Organization, invoice: InvoiceRow): Promise<unknown>
  /** It is owed no longer: it was paid, here or elsewhere, or waived. */
  settled?(app: App, organization: Organization, invoice: InvoiceRow): Promise<unknown>
}

export const invoiceListener = slot<InvoiceListener>('invoice listener')
