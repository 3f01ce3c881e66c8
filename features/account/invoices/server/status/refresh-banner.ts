import { setUsageNotices } from '@playhead/features/account/organizations/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { hasInvoiceThat } from '../invoices.sql.ts'

/** Members see it, too, so it has no amounts. */
const message =
  'An invoice of your organization is long overdue. New uploads, assets and live streams are refused until it is paid; video is still delivered, and views are still collected.'

/** The banner stands while an invoice is delinquent. */
export const refreshBanner = async (organization: Organization) => {
  const isDelinquent = await hasInvoiceThat(organization, ['delinquent'])
  await setUsageNotices(
    organization,
    'invoices',
    isDelinquent ? [{ type: 'invoice_overdue', id: 'invoice_overdue', message }] : [],
  )
}
