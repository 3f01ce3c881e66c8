import { z } from 'zod'
import type { InvoiceStatus } from '@playhead/domain/invoicing/invoice-status.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { invoiceColumns, InvoiceRow } from '../invoices.sql.ts'

const OperatedRow = InvoiceRow.extend({ organization_name: z.string() })
export type OperatedRow = z.infer<typeof OperatedRow>

interface Asked {
  status: InvoiceStatus | undefined
  page: number
  limit: number
}

/** What was printed names an organization that is gone. */
const nameOf = sql`coalesce((select name from organizations o where o.id = i.organization_id),
  snapshot->'buyer'->>'organization_name', '')`

const isAsked = (status: InvoiceStatus | undefined) =>
  sql`(${status ?? null}::text is null or status = ${status ?? null})`

/** Of all organizations. */
export const listOperatedInvoices = (postgres: Database, { status, page, limit }: Asked) =>
  postgres.rows(
    OperatedRow,
    sql`
    select ${invoiceColumns}, ${nameOf} as organization_name from invoices i
    where ${isAsked(status)}
    order by period_start desc, number desc nulls first, id
    limit ${limit} offset ${(page - 1) * limit}`,
  )

const CountRow = z.object({ count: z.number() })

export const countOperatedInvoices = async (
  postgres: Database,
  status: InvoiceStatus | undefined,
) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from invoices where ${isAsked(status)}`,
    )
  ).count

export const findOperatedInvoice = (postgres: Database, id: string) =>
  postgres.maybeRow(
    OperatedRow,
    sql`
    select ${invoiceColumns}, ${nameOf} as organization_name from invoices i where id = ${id}`,
  )
