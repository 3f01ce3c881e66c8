import { z } from 'zod'
import {
  attentionStatuses,
  type InvoiceStatus,
  invoiceStatuses,
  unpaidStatuses,
} from '@playhead/domain/invoicing/invoice-status.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { InvoiceSnapshot } from '../contract.ts'

const number = z.coerce.number().int()

export const InvoiceRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  number: z.nullable(number),
  period_start: z.date(),
  period_end: z.date(),
  status: z.enum(invoiceStatuses),
  currency: z.string(),
  subtotal_cents: number,
  tax_cents: number,
  total_cents: number,
  paid_cents: number,
  issued_at: z.nullable(z.date()),
  due_at: z.nullable(z.date()),
  settled_at: z.nullable(z.date()),
  settled_note: z.nullable(z.string()),
  settled_by: z.nullable(z.string()),
  snapshot: z.nullable(InvoiceSnapshot),
  pdf_key: z.nullable(z.string()),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const invoiceColumns = sql`id, organization_id, number, period_start, period_end, status,
  currency, subtotal_cents, tax_cents, total_cents, paid_cents, issued_at, due_at, settled_at,
  settled_note, settled_by, snapshot, pdf_key`

export const findInvoice = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.maybeRow(
    InvoiceRow,
    sql`
    select ${invoiceColumns} from invoices where organization_id = ${id} and id = ${invoiceId}`,
  )

/** Changes of an invoice run one at a time. Call it inside a transaction. */
export const lockInvoice = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.maybeRow(
    InvoiceRow,
    sql`
    select ${invoiceColumns} from invoices where organization_id = ${id} and id = ${invoiceId}
    for update`,
  )

const CountRow = z.object({ count: z.number() })

export const countInvoices = async ({ id, postgres }: Organization) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from invoices where organization_id = ${id}`,
    )
  ).count

/** The newest month first. */
export const listPageOfInvoices = (
  { id, postgres }: Organization,
  { page, limit }: { page: number; limit: number },
) =>
  postgres.rows(
    InvoiceRow,
    sql`
    select ${invoiceColumns} from invoices where organization_id = ${id}
    order by period_start desc limit ${limit} offset ${(page - 1) * limit}`,
  )

/** What is owed, the oldest first. */
export const listUnpaid = ({ id, postgres }: Organization) =>
  postgres.rows(
    InvoiceRow,
    sql`
    select ${invoiceColumns} from invoices
    where organization_id = ${id} and status = any(${[...unpaidStatuses]})
    order by due_at, number`,
  )

const IsRow = z.object({ is: z.boolean() })

export const hasInvoiceThat = async (
  { id, postgres }: Organization,
  statuses: readonly InvoiceStatus[],
) =>
  (
    await postgres.row(
      IsRow,
      sql`
      select exists (select 1 from invoices
        where organization_id = ${id} and status = any(${[...statuses]})) as is`,
    )
  ).is

/** BILL-015 */
export const invoiceNeedsAttention = (organization: Organization) =>
  hasInvoiceThat(organization, attentionStatuses)

export const setStatus = (
  { id, postgres }: Organization,
  invoiceId: string,
  { status, settledAt }: { status: InvoiceStatus; settledAt: Date | null },
) =>
  postgres.row(
    InvoiceRow,
    sql`
    update invoices set status = ${status}, settled_at = ${settledAt}
    where organization_id = ${id} and id = ${invoiceId}
    returning ${invoiceColumns}`,
  )

export const addPaid = ({ id, postgres }: Organization, invoiceId: string, cents: number) =>
  postgres.row(
    InvoiceRow,
    sql`
    update invoices set paid_cents = paid_cents + ${cents}
    where organization_id = ${id} and id = ${invoiceId}
    returning ${invoiceColumns}`,
  )

export const setSettledNote = (
  { id, postgres }: Organization,
  invoiceId: string,
  { note, by }: { note: string; by: string | null },
) =>
  postgres.run(sql`
    update invoices set settled_note = ${note}, settled_by = ${by}
    where organization_id = ${id} and id = ${invoiceId}`)

export const setPdfKey = ({ id, postgres }: Organization, invoiceId: string, key: string) =>
  postgres.run(sql`
    update invoices set pdf_key = ${key}
    where organization_id = ${id} and id = ${invoiceId} and number is not null`)
