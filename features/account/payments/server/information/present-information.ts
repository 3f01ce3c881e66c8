import type { InformationRow } from './billing-information.sql.ts'

/** BILL-018 */
export const presentInformation = (row: InformationRow) => ({
  billing_name: row.name,
  billing_address: row.address,
  billing_address2: row.address2,
  billing_city: row.city,
  billing_state: row.state,
  billing_zip: row.zip,
  billing_country: row.country,
  billing_email: row.email,
  billing_url: row.url,
  tax_id: row.tax_id,
})
