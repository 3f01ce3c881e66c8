import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const InformationRow = z.object({
  name: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  email: z.string().nullable(),
  url: z.string().nullable(),
  tax_id: z.string(),
})
export type InformationRow = z.infer<typeof InformationRow>

/** Undefined until an admin has entered it. */
export const informationOf = ({ id, postgres }: Organization) =>
  postgres.maybeRow(
    InformationRow,
    sql`
    select name, address, address2, city, state, zip, country, email, url, tax_id
    from billing_information where organization_id = ${id}`,
  )

export const setInformation = ({ id, postgres }: Organization, given: InformationRow) =>
  postgres.run(sql`
    insert into billing_information (organization_id, name, address, address2, city, state, zip,
      country, email, url, tax_id)
    values (${id}, ${given.name}, ${given.address}, ${given.address2}, ${given.city},
      ${given.state}, ${given.zip}, ${given.country}, ${given.email}, ${given.url}, ${given.tax_id})
    on conflict (organization_id) do update set name = excluded.name, address = excluded.address,
      address2 = excluded.address2, city = excluded.city, state = excluded.state,
      zip = excluded.zip, country = excluded.country, email = excluded.email, url = excluded.url,
      tax_id = excluded.tax_id, updated_at = clock_timestamp()`)
