import { addMonths, startOfMonth } from '@playhead/features/account/usage/server'
import type { InvoiceEvent } from '@playhead/domain/invoicing/invoice-status.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import {
  addWaitingInvoices,
  endMonths,
  listInvoicesToIssue,
  removeUnissuedOfMarketplaces,
} from '../draw/draw.sql.ts'
import { issueInvoice } from '../draw/issue-invoice.ts'
import { lockInvoice } from '../invoices.sql.ts'
import { sendDueMails } from '../mails/send-due-mails.ts'
import { writesInvoices } from '../require-invoices.ts'
import { changeStatus } from '../status/change-status.ts'
import { listFallenDue, listLongLate } from './course.sql.ts'
import { dayMs, graceDays } from './grace.ts'

interface Due {
  id: string
  organization_id: string
}

/** One invoice that fails does not hinder the others; it is tried again with the next run. */
const forEach = async (
  app: App,
  invoices: readonly Due[],
  signal: AbortSignal | undefined,
  work: (invoice: Due) => Promise<unknown>,
) => {
  let failure: unknown
  for (const invoice of invoices) {
    if (signal?.aborted) return
    await work(invoice).catch((error: unknown) => {
      failure = error
      app.log.warn('an invoice could not be processed', { invoice: invoice.id, error })
    })
  }
  if (failure !== undefined) throw failure
}

const change = (app: App, { id, organization_id: organizationId }: Due, event: InvoiceEvent) =>
  app.postgres.transaction(async (transaction) => {
    const organization = within({ id: organizationId, postgres: app.postgres }, transaction)
    const invoice = await lockInvoice(organization, id)
    if (invoice) await changeStatus(app, organization, invoice, event)
  })

/**
 * Brings all invoices forward: a new month, its end, the number and the lines once all of its hours are closed, and what
 * follows when it is not paid. Each step is a transaction of its own: after a crash, the next run goes on.
 */
export const runAllInvoices = async (app: App, signal?: AbortSignal) => {
  if (!writesInvoices(app)) return
  const { postgres } = app
  const now = app.clock.now()
  const month = startOfMonth(now)
  await addWaitingInvoices(postgres, {
    before: addMonths(month, -1),
    from: month,
    until: addMonths(month, 1),
  })
  await removeUnissuedOfMarketplaces(postgres)
  await endMonths(postgres, now)
  const steps: [Promise<readonly Due[]> | readonly Due[], (due: Due) => Promise<unknown>][] = [
    // Not before the 2nd: the last hours of a month close on its first day.
    [
      await listInvoicesToIssue(postgres, new Date(now.getTime() - dayMs)),
      (due) => issueInvoice(app, { id: due.organization_id }, due.id),
    ],
    [await listFallenDue(postgres, now), (due) => change(app, due, 'due_date_passed')],
    [
      await listLongLate(postgres, new Date(now.getTime() - graceDays * dayMs)),
      (due) => change(app, due, 'grace_passed'),
    ],
  ]
  let failure: unknown
  for (const [invoices, work] of steps)
    await forEach(app, await invoices, signal, work).catch((error: unknown) => (failure = error))
  await sendDueMails(app, signal)
  if (failure !== undefined) throw failure
}

export const runInvoices: Schedule = {
  name: 'invoices: bring forward',
  everySeconds: 300,
  run: runAllInvoices,
}
