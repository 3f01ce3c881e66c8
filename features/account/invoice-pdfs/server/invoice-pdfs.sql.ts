import { z } from 'zod'
import { invoiceLineKinds } from '@playhead/features/account/invoices/contract'
import { LineSteps } from '@playhead/features/account/invoices/server'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { invoicePdf } from './jobs.ts'

const number = z.coerce.number()

const LineRow = z.object({
  kind: z.enum(invoiceLineKinds),
  month: z.date(),
  environment_name: z.string().nullable(),
  meter: z.string().nullable(),
  description: z.string(),
  quantity: number,
  included: number,
  unit_micros: number.nullable(),
  amount_cents: number,
  steps: LineSteps.nullable(),
})
export type LineRow = z.infer<typeof LineRow>

export const listLines = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.rows(
    LineRow,
    sql`
    select kind, month, environment_name, meter, description, quantity, included, unit_micros,
      amount_cents, steps
    from invoice_lines where organization_id = ${id} and invoice_id = ${invoiceId}
    order by position`,
  )

const FailedRow = z.object({ last_error: z.string().nullable() })

/** The last run of its job, if it failed a moment ago. Jobs have the clock of the database. */
export const findFreshFailure = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.maybeRow(
    FailedRow,
    sql`
    select last_error from (
      select status, last_error, finished_at from jobs
      where kind = ${invoicePdf.name} and unique_key = ${invoiceId}
        and payload->>'organizationId' = ${id}
      order by created_at desc limit 1) as last
    where status = 'failed' and finished_at > now() - interval '30 seconds'`,
  )
