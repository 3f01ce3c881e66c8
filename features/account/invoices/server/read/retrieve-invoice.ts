import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { presentDetail } from '../present-invoice.ts'
import { openInvoice } from './open-invoice.ts'

export const retrieveInvoice: Handlers<typeof invoices>['retrieve'] = async ({
  app,
  organization,
  params,
}) => {
  const { row, lines } = await openInvoice(app, organization, params.id)
  return { data: presentDetail(row, lines) }
}
