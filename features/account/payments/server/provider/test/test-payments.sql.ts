import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const TestPaymentRow = z.object({
  id: z.string(),
  payment_id: z.string(),
  organization_id: z.string(),
  status: z.enum(['processing', 'action_required', 'succeeded', 'failed', 'canceled']),
  error: z.string().nullable(),
  amount_cents: z.coerce.number(),
  currency: z.string(),
  return_url: z.string().nullable(),
  created_at: z.date(),
})
export type TestPaymentRow = z.infer<typeof TestPaymentRow>

const columns = sql`id, payment_id::text as payment_id, organization_id::text as organization_id,
  status, error, amount_cents::text as amount_cents, currency, return_url, created_at`

/** A second payment with the same key is the first one. */
export const insertTestPayment = async (
  postgres: Database,
  given: TestPaymentRow & { key: string },
) => {
  await postgres.run(sql`
    insert into test_payments (id, key, payment_id, organization_id, status, error, amount_cents,
      currency, return_url, created_at)
    values (${given.id}, ${given.key}, ${given.payment_id}, ${given.organization_id},
      ${given.status}, ${given.error}, ${given.amount_cents}, ${given.currency},
      ${given.return_url}, ${given.created_at})
    on conflict (key) do nothing`)
  return postgres.row(
    TestPaymentRow,
    sql`select ${columns} from test_payments where key = ${given.key}`,
  )
}

export const findTestPayment = (postgres: Database, id: string) =>
  postgres.maybeRow(TestPaymentRow, sql`select ${columns} from test_payments where id = ${id}`)

export const findTestPaymentOf = (postgres: Database, key: string) =>
  postgres.maybeRow(TestPaymentRow, sql`select ${columns} from test_payments where key = ${key}`)

/** Only while it waits: what was paid or cancelled stays so. */
export const setTestPaymentEnded = (
  postgres: Database,
  id: string,
  { status, error }: { status: 'succeeded' | 'failed' | 'canceled'; error: string | null },
) =>
  postgres.run(sql`
    update test_payments set status = ${status}, error = ${error}
    where id = ${id} and status in ('processing', 'action_required')`)

const PageRow = z.object({
  payment_id: z.uuid(),
  invoice_id: z.uuid(),
  test_id: z.string(),
  status: z.enum(['processing', 'action_required', 'succeeded', 'failed', 'canceled']),
  description: z.string(),
  amount_cents: z.coerce.number().int(),
  currency: z.string(),
})
export type PageRow = z.infer<typeof PageRow>

/** Of the organization: what the page of a link shows. Undefined for a charge, which has no page. */
export const findPageOf = ({ id, postgres }: Organization, paymentId: string) =>
  postgres.maybeRow(
    PageRow,
    sql`
    select p.id as payment_id, p.invoice_id, t.id as test_id, t.status, p.description,
      p.amount_cents, p.currency
    from payments p join test_payments t on t.payment_id = p.id
    where p.organization_id = ${id} and p.id = ${paymentId} and p.provider = 'test'
      and p.method_id is null`,
  )
