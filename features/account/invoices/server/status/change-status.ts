import {
  type InvoiceEvent,
  type InvoiceStatus,
  isUnpaid,
  statusAfter,
} from '@playhead/domain/invoicing/invoice-status.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type InvoiceRow, setStatus } from '../invoices.sql.ts'
import { invoiceListener } from '../seams/invoice-listener.ts'
import { refreshBanner } from './refresh-banner.ts'

const isSettled = (status: InvoiceStatus) => !isUnpaid(status)

/**
 * Changes an issued invoice that is locked. Undefined when the event does not change it. Call it inside a transaction:
 * `organization` is on it.
 */
export const changeStatus = async (
  app: App,
  organization: Organization,
  invoice: InvoiceRow,
  event: InvoiceEvent,
): Promise<InvoiceRow | undefined> => {
  const status = statusAfter(invoice.status, event)
  if (status === undefined) return undefined
  const settledAt = isSettled(status) ? app.clock.now() : null
  const changed = await setStatus(organization, invoice.id, { status, settledAt })
  await refreshBanner(organization)
  for (const listener of invoiceListener.partsIn(app)) {
    if (event === 'due_date_passed') await listener.fellDue?.(app, organization, changed)
    if (isSettled(status)) await listener.settled?.(app, organization, changed)
  }
  return changed
}
