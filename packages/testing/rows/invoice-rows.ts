import { z } from 'zod'
import type { InvoiceStatus } from '@playhead/domain/invoicing/invoice-status.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

interface GivenInvoice {
  /** The first moment of its month, such as 2026-10-01T00:00:00Z. */
  month?: Date
  status?: InvoiceStatus
  number?: number
  subtotal_cents?: number
  tax_cents?: number
  paid_cents?: number
  currency?: string
  issued_at?: Date
  due_at?: Date
}

const dayMs = 86_400_000
const IdRow = z.object({ id: z.uuid() })

const snapshotOf = (organizationId: string, from: Date, until: Date) => ({
  seller: { name: 'Video Ltd', address: ['1 Main Street', 'Dublin'], email: null, tax_id: null },
  buyer: {
    organization_id: organizationId,
    organization_name: 'Acme',
    name: 'Acme',
    address: null,
    address2: null,
    city: null,
    state: null,
    zip: null,
    country: null,
    email: null,
    tax_id: null,
  },
  period: { from: from.toISOString(), until: until.toISOString() },
  zone: 'UTC',
  taxes: [],
  notes: [],
})

/** An invoice with one line, a fee; one that is waiting or pending has none. Returns its id. */
export const insertInvoice = async (
  postgres: Database,
  organization: { id: string },
  given: GivenInvoice = {},
) => {
  const from = given.month ?? new Date('2026-10-01T00:00:00Z')
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const status = given.status ?? 'open'
  const isIssued = status !== 'waiting' && status !== 'pending'
  const subtotal = isIssued ? (given.subtotal_cents ?? 4200) : 0
  const tax = isIssued ? (given.tax_cents ?? 0) : 0
  const total = subtotal + tax
  const issuedAt = given.issued_at ?? new Date(until.getTime() + dayMs)
  const settledAt = ['paid', 'external_paid', 'forgiven'].includes(status) ? issuedAt : null
  const { id } = await postgres.row(
    IdRow,
    sql`
    insert into invoices (organization_id, number, period_start, period_end, status, currency,
      subtotal_cents, tax_cents, total_cents, paid_cents, issued_at, due_at, settled_at, snapshot,
      rating)
    select ${organization.id},
      case when ${isIssued} then coalesce(${given.number ?? null}::bigint, coalesce(max(number), 0) + 1) end,
      ${from}, ${until}, ${status}, ${given.currency ?? 'USD'}, ${subtotal}, ${tax}, ${total},
      ${given.paid_cents ?? (status === 'paid' ? total : 0)},
      case when ${isIssued} then ${issuedAt}::timestamptz end,
      case when ${isIssued} then ${given.due_at ?? new Date(issuedAt.getTime() + 14 * dayMs)}::timestamptz end,
      ${settledAt}::timestamptz,
      case when ${isIssued} then ${sql.json(snapshotOf(organization.id, from, until))}::jsonb end,
      case when ${isIssued} then '{"price_version":null,"included":{},"charged":[]}'::jsonb end
    from invoices
    returning id`,
  )
  if (isIssued)
    await postgres.run(sql`
      insert into invoice_lines (invoice_id, organization_id, position, kind, month, description, amount_cents)
      values (${id}, ${organization.id}, 1, 'fee', ${from}, 'Pro, by the month', ${subtotal})`)
  return id
}
