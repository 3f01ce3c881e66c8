import { unpaidStatuses } from '@playhead/domain/invoicing/invoice-status.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { CollectingProvider } from '../provider/provider.ts'

interface NewLink {
  invoiceId: string
  customerId: string
  returnUrl: string
  now: Date
}

/** Nothing is inserted while another payment of the invoice may still succeed, or when nothing is owed. */
export const insertLink = (
  { id, postgres }: Organization,
  provider: CollectingProvider['name'],
  { invoiceId, customerId, returnUrl, now }: NewLink,
) =>
  postgres.run(sql`
    insert into payments (organization_id, invoice_id, provider, attempt, idempotency_key,
      customer_id, return_url, amount_cents, currency, description, status, created_at, changed_at)
    select i.organization_id, i.id, ${provider}, n.attempt,
      'invoice ' || i.id || ' attempt ' || n.attempt, ${customerId}, ${returnUrl},
      i.total_cents - i.paid_cents, i.currency, 'Invoice ' || i.number, 'started', ${now}, ${now}
    from invoices i
    cross join lateral (
      select coalesce(max(attempt), 0) + 1 as attempt from payments where invoice_id = i.id
    ) n
    where i.id = ${invoiceId} and i.organization_id = ${id}
      and i.status = any(${[...unpaidStatuses]}) and i.total_cents > i.paid_cents
    on conflict do nothing`)
