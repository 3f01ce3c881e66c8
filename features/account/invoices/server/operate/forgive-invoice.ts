import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invoices } from '../../contract.ts'
import { settleInvoice } from './settle-invoice.ts'

export const forgiveInvoice: Handlers<typeof invoices>['forgive'] = ({
  app,
  session,
  request,
  params,
  body,
}) =>
  settleInvoice(app, actorOf(session, request), {
    id: params.id,
    event: 'forgiven',
    note: body.invoice.note,
  })
