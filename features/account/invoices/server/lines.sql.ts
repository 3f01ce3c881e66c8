import { z } from 'zod'
import { meterNames } from '@playhead/domain/usage.ts'
import type { DrawnLine } from '@playhead/domain/invoicing/draw-lines.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { invoiceLineKinds } from '../contract.ts'
import { decimal } from './decimal.ts'
import { LineSteps, storedSteps } from './line-steps.ts'

const number = z.coerce.number()

const LineRow = z.object({
  position: number.int(),
  kind: z.enum(invoiceLineKinds),
  month: z.date(),
  environment_id: z.nullable(z.uuid()),
  environment_name: z.nullable(z.string()),
  meter: z.nullable(z.enum(meterNames)),
  tier: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  description: z.string(),
  quantity: number,
  included: number,
  unit_micros: z.nullable(number.int()),
  amount_cents: number.int(),
  steps: LineSteps.nullable(),
})
export type LineRow = z.infer<typeof LineRow>

export const listLines = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.rows(
    LineRow,
    sql`
    select position, kind, month, environment_id, environment_name, meter, tier, quality,
      description, quantity, included, unit_micros, amount_cents, steps
    from invoice_lines where organization_id = ${id} and invoice_id = ${invoiceId}
    order by position`,
  )

/** In one statement: an invoice may have thousands of lines. */
export const insertLines = (
  { id, postgres }: Organization,
  invoiceId: string,
  lines: readonly DrawnLine[],
) =>
  postgres.run(sql`
    insert into invoice_lines (invoice_id, organization_id, position, kind, month, environment_id,
      environment_name, meter, tier, quality, description, quantity, included, unit_micros,
      amount_cents, steps)
    select ${invoiceId}, ${id}, position, kind, month, environment_id, environment_name, meter,
      tier, quality, description, quantity, included, unit_micros, cents, steps::jsonb
    from unnest(${lines.map((_, index) => index + 1)}::int[],
      ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ month }) => month)}::timestamptz[],
      ${lines.map(({ environmentId }) => environmentId)}::uuid[],
      ${lines.map(({ environmentName }) => environmentName)}::text[],
      ${lines.map(({ meter }) => meter)}::text[],
      ${lines.map(({ tier }) => tier)}::text[],
      ${lines.map(({ quality }) => quality)}::text[],
      ${lines.map(({ description }) => description)}::text[],
      ${lines.map(({ thousandths }) => decimal(thousandths))}::numeric[],
      ${lines.map(({ includedThousandths }) => decimal(includedThousandths))}::numeric[],
      ${lines.map(({ unitMicros }) => unitMicros)}::bigint[],
      ${lines.map(({ cents }) => cents.toString())}::bigint[],
      ${lines.map(({ steps }) => steps && JSON.stringify(storedSteps(steps)))}::text[])
      as l (position, kind, month, environment_id, environment_name, meter, tier, quality,
        description, quantity, included, unit_micros, cents, steps)`)
