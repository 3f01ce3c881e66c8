import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const IdRow = z.object({ id: z.uuid() })

/** A link of `PLAYHEAD_BILLING=test` that waits for the payer of an invoice. Returns the id of the payment. */
export const insertTestLink = async (
  postgres: Database,
  organization: { id: string },
  invoiceId: string,
) => {
  const { id } = await postgres.row(
    IdRow,
    sql`
    insert into payments (organization_id, invoice_id, provider, attempt, idempotency_key,
      customer_id, return_url, amount_cents, currency, description, status, provider_id, created_at,
      changed_at)
    select organization_id, id, 'test', 1, 'invoice ' || id || ' attempt 1',
      'test_' || organization_id, 'http://127.0.0.1/', total_cents - paid_cents, currency,
      'Invoice ' || number, 'action_required', 'test_' || id, now(), now()
    from invoices where organization_id = ${organization.id} and id = ${invoiceId}
    returning id`,
  )
  await postgres.run(sql`
    insert into test_payments (id, key, payment_id, organization_id, status, error, amount_cents,
      currency, return_url, created_at)
    select provider_id, idempotency_key, id, organization_id, status, error, amount_cents, currency,
      return_url, created_at
    from payments where id = ${id}`)
  return id
}
