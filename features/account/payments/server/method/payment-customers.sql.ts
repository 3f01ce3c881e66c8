import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { StoredMethod } from '../provider/provider.ts'

const StoredMethodRow = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  last4: z.string().nullable(),
  expires: z.string().nullable(),
})

const CustomerRow = z.object({
  customer_id: z.string(),
  method: StoredMethodRow.nullable(),
  saved_at: z.date().nullable(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

const columns = sql`customer_id, method, saved_at`

/** The payer of an organization at a provider; undefined before the first form is opened. */
export const customerOf = ({ id, postgres }: Organization, provider: string) =>
  postgres.maybeRow(
    CustomerRow,
    sql`
    select ${columns} from payment_customers
    where organization_id = ${id} and provider = ${provider}`,
  )

/** Of two that are made at once, the first one stays. */
export const addCustomer = async (
  organization: Organization,
  provider: string,
  customerId: string,
) => {
  const { id, postgres } = organization
  await postgres.run(sql`
    insert into payment_customers (organization_id, provider, customer_id)
    values (${id}, ${provider}, ${customerId}) on conflict do nothing`)
  return postgres.row(
    CustomerRow,
    sql`
    select ${columns} from payment_customers
    where organization_id = ${id} and provider = ${provider}`,
  )
}

/** Saved again, the same method is no new one, with which what failed would be charged at once. */
export const setMethod = (
  { id, postgres }: Organization,
  provider: string,
  { method, now }: { method: StoredMethod; now: Date },
) =>
  postgres.row(
    CustomerRow,
    sql`
    update payment_customers set method = ${sql.json(method)},
      saved_at = case when method ->> 'id' = ${method.id} then saved_at else ${now}::timestamptz end
    where organization_id = ${id} and provider = ${provider}
    returning ${columns}`,
  )
