import { ApiError } from '@playhead/contract-kit/errors.ts'
import { newMediaCheck } from '@playhead/features/video/assets/server'
import { hasInvoiceThat } from './invoices.sql.ts'
import { writesInvoices } from './require-invoices.ts'

/** What was accepted before is kept, video is delivered, and views are collected. */
export const refuseNewMedia = newMediaCheck({
  order: 30,
  check: async (app, { organizationId: id, postgres }, what) => {
    if (what === 'uploaded' || !writesInvoices(app)) return
    if (!(await hasInvoiceThat({ id, postgres }, ['delinquent']))) return
    throw new ApiError('payment_required', {
      name: 'invoice_overdue',
      messages: [
        'An invoice of this organization is long overdue. An admin can pay it under Billing and Payments.',
      ],
    })
  },
})
