import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import {
  type InvoiceEvent,
  invoiceStatusLabels,
} from '@playhead/domain/invoicing/invoice-status.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockInvoice, setSettledNote } from '../invoices.sql.ts'
import { requireInvoices } from '../require-invoices.ts'
import { changeStatus } from '../status/change-status.ts'
import { findOperatedInvoice } from './operated-invoices.sql.ts'
import { presentOperated } from './present-operated.ts'

interface Settled {
  id: string
  event: Extract<InvoiceEvent, 'paid_externally' | 'forgiven'>
  note: string
}

/** What the operator notes about an unpaid invoice, with its reason in the trail of the organization. */
export const settleInvoice = async (app: App, actor: Actor, { id, event, note }: Settled) => {
  requireInvoices(app)
  return app.postgres.transaction(async (postgres) => {
    const found = await findOperatedInvoice(postgres, id)
    if (!found) throw notFound('invoice')
    const tenant = { id: found.organization_id, postgres }
    const invoice = await lockInvoice(tenant, id)
    const changed = invoice && (await changeStatus(app, tenant, invoice, event))
    if (!changed)
      throw new ApiError('invalid_parameters', {
        messages: [
          `Nothing is owed on this invoice: its status is “${invoiceStatusLabels[found.status]}”.`,
        ],
      })
    await setSettledNote(tenant, id, { note, by: actor.email ?? null })
    await recordChange(trailOf(tenant), actor, {
      action: event === 'forgiven' ? 'invoice.forgiven' : 'invoice.paid_externally',
      subjectId: id,
      subjectName: `Invoice ${changed.number}`,
      detail: { note, cents: changed.total_cents - changed.paid_cents },
    })
    return { data: presentOperated((await findOperatedInvoice(postgres, id))!) }
  })
}
