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

const SetupForm = z.object({ id: z.string(), currency: z.string(), return_url: z.string() })
type SetupForm = z.infer<typeof SetupForm>

const CustomerRow = z.object({
  customer_id: z.string(),
  method: StoredMethodRow.nullable(),
  saved_at: z.date().nullable(),
  /** The page on which a method is entered, as it was last given. */
  setup_form: SetupForm.nullable(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

const columns = sql`customer_id, method, saved_at, setup_form`

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

/** A payer that is gone takes its method along. Of two that replace it at once, the first one stays. */
export const replaceCustomer = async (
  organization: Organization,
  provider: string,
  { gone, customerId }: { gone: string; customerId: string },
) => {
  const { id, postgres } = organization
  await postgres.run(sql`
    update payment_customers
    set customer_id = ${customerId}, method = null, saved_at = null, setup_form = null
    where organization_id = ${id} and provider = ${provider} and customer_id = ${gone}`)
  return addCustomer(organization, provider, customerId)
}

export const setSetupForm = ({ id, postgres }: Organization, provider: string, form: SetupForm) =>
  postgres.run(sql`
    update payment_customers set setup_form = ${sql.json(form)}
    where organization_id = ${id} and provider = ${provider}`)

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
