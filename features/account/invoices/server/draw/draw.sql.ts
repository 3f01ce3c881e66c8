import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { InvoiceSnapshot } from '../../contract.ts'
import { invoiceColumns, InvoiceRow } from '../invoices.sql.ts'
import { RatedMonthRecord, RatingRecord } from './rating-record.ts'

/** BILL-010: a marketplace charges its own customers. */
const isChargedHere = sql`exists (
  select 1 from organizations o where o.id = s.organization_id and o.marketplace_type is null)`

/**
 * Each organization with a subscription has an invoice that waits for the end of the month. The month before is made up for
 * where it began after its last run, but only on a server that wrote invoices then.
 */
export const addWaitingInvoices = (
  postgres: Database,
  { before, from, until }: { before: Date; from: Date; until: Date },
) =>
  postgres.run(sql`
    insert into invoices (organization_id, period_start, period_end, status, currency)
    select s.organization_id, ${from}::timestamptz, ${until}::timestamptz, 'waiting', p.currency
    from subscriptions s join plans p on p.id = s.plan_id and p.version = s.plan_version
    where ${isChargedHere}
    union all
    select s.organization_id, ${before}::timestamptz, ${from}::timestamptz, 'waiting', p.currency
    from subscriptions s join plans p on p.id = s.plan_id and p.version = s.plan_version
    where s.started_at < ${from} and ${isChargedHere}
      and exists (select 1 from invoices where period_start = ${before})
      and not exists (select 1 from invoices where period_start >= ${from})
    on conflict (organization_id, period_start) do nothing`)

/** Of organizations that a marketplace took over before their month was issued. */
export const removeUnissuedOfMarketplaces = (postgres: Database) =>
  postgres.run(sql`
    delete from invoices i using organizations o
    where o.id = i.organization_id and o.marketplace_type is not null
      and i.status in ('waiting', 'pending')`)

export const endMonths = (postgres: Database, now: Date) =>
  postgres.run(sql`
    update invoices set status = 'pending' where status = 'waiting' and period_end <= ${now}`)

const DueRow = z.object({ id: z.uuid(), organization_id: z.uuid() })

/**
 * Invoices of all organizations whose month is counted to its end: no hour of it is open in any environment. The oldest
 * month first, because a later invoice corrects it.
 */
export const listInvoicesToIssue = (postgres: Database, endedBefore: Date) =>
  postgres.rows(
    DueRow,
    sql`
    select i.id, i.organization_id from invoices i
    where i.status = 'pending' and i.period_end <= ${endedBefore}
      and not exists (
        select 1 from environments e cross join (values ('video'), ('views')) s (source)
        left join usage_marks m on m.environment_id = e.id and m.source = s.source
        where e.organization_id = i.organization_id and e.created_at < i.period_end
          and (m.closed_until is null or m.closed_until < i.period_end))
    order by i.period_start, i.id`,
  )

/** Numbers have no gaps: one invoice is issued at a time, on all servers. Call it inside a transaction. */
export const lockNumbers = (postgres: Database) =>
  postgres.run(sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`)

const NumberRow = z.object({ number: z.coerce.number().int() })

export const nextNumber = async (postgres: Database) =>
  (await postgres.row(NumberRow, sql`select coalesce(max(number), 0) + 1 as number from invoices`))
    .number

const LastRow = z.object({
  period_start: z.date(),
  rating: RatingRecord,
  /** What this invoice left to the next one. */
  carried_cents: z.coerce.bigint(),
})

export const findLastIssued = ({ id, postgres }: Organization, before: Date) =>
  postgres.maybeRow(
    LastRow,
    sql`
    select period_start, rating, coalesce((select sum(amount_cents) from invoice_lines l
      where l.invoice_id = i.id and kind = 'carried' and amount_cents > 0), 0)::text as carried_cents
    from invoices i
    where organization_id = ${id} and number is not null and period_start < ${before}
    order by period_start desc limit 1`,
  )

interface Issued {
  number: number
  status: 'open' | 'paid'
  currency: string
  subtotalCents: bigint
  taxCents: bigint
  issuedAt: Date
  dueAt: Date
  snapshot: z.input<typeof InvoiceSnapshot>
  rating: z.input<typeof RatingRecord>
}

export const setIssued = ({ id, postgres }: Organization, invoiceId: string, issued: Issued) =>
  postgres.row(
    InvoiceRow,
    sql`
    update invoices set number = ${issued.number}, status = ${issued.status},
      currency = ${issued.currency}, subtotal_cents = ${issued.subtotalCents.toString()},
      tax_cents = ${issued.taxCents.toString()},
      total_cents = ${(issued.subtotalCents + issued.taxCents).toString()},
      issued_at = ${issued.issuedAt}, due_at = ${issued.dueAt},
      settled_at = ${issued.status === 'paid' ? issued.issuedAt : null},
      snapshot = ${sql.json(issued.snapshot)}, rating = ${sql.json(issued.rating)}
    where organization_id = ${id} and id = ${invoiceId}
    returning ${invoiceColumns}`,
  )

/** A month without any line has no invoice; what was counted for it is kept, for corrections. */
export const removeInvoice = async (
  { id, postgres }: Organization,
  invoice: { id: string; period_start: Date },
  record: RatedMonthRecord,
) => {
  await postgres.run(sql`
    insert into rated_months (organization_id, period_start, record)
    values (${id}, ${invoice.period_start}, ${sql.json(record)}) on conflict do nothing`)
  await postgres.run(sql`
    delete from invoices where organization_id = ${id} and id = ${invoice.id} and number is null`)
}

const RecordRow = z.object({ record: RatedMonthRecord })

/** Of the months without an invoice after a moment, the newest first. */
export const listEmptyMonths = async (
  { id, postgres }: Organization,
  { after, before }: { after: Date | undefined; before: Date },
) => {
  const rows = await postgres.rows(
    RecordRow,
    sql`
    select record from rated_months
    where organization_id = ${id} and period_start < ${before}
      and period_start > ${after ?? '-infinity'}::timestamptz
    order by period_start desc`,
  )
  return rows.map(({ record }) => record)
}

const NameRow = z.object({ name: z.string() })

export const findOrganizationName = async ({ id, postgres }: Organization) =>
  (await postgres.maybeRow(NameRow, sql`select name from organizations where id = ${id}`))?.name
