import { notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findPageOf, type PageRow } from './test-payments.sql.ts'

/** In every other mode there are no invented payments. */
export const findTestPage = async (app: App, organization: Organization, paymentId: string) => {
  const row =
    app.settings.billing === 'test' ? await findPageOf(organization, paymentId) : undefined
  if (!row) throw notFound('payment')
  return row
}

export const presentTestPage = (row: PageRow) => ({
  id: row.payment_id,
  invoice_id: row.invoice_id,
  status: row.status,
  description: row.description,
  amount_cents: row.amount_cents,
  currency: row.currency,
})
