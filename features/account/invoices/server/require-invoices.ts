import { notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'

export const writesInvoices = ({ settings }: Pick<App, 'settings'>) =>
  settings.billing !== 'showback'

/** A server that shows usage alone has no invoices, and no addresses of them. */
export const requireInvoices = (app: Pick<App, 'settings'>) => {
  if (!writesInvoices(app)) throw notFound('invoice')
}
