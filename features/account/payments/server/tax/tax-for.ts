import { taxOf } from '@playhead/domain/rating/tax.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { informationOf } from '../information/billing-information.sql.ts'
import { newestTaxTable } from './tax-tables.sql.ts'

/** The tax that an organization owes on an amount; undefined without billing information. */
export const taxFor = async (
  organization: Organization,
  cents: bigint,
  address: { country?: string | undefined; region?: string | undefined } = {},
) => {
  const information = await informationOf(organization)
  if (!information) return undefined
  const table = await newestTaxTable(organization.postgres)
  const country = address.country ?? information.country
  const region = address.region ?? (address.country === undefined ? information.state : '')
  return taxOf(table?.rates ?? [], { country, region }, { cents, taxId: information.tax_id })
}
