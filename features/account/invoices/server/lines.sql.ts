import { z } from 'zod'
import { meterNames } from '@playhead/domain/usage.ts'
import type { DrawnLine } from '@playhead/domain/invoicing/draw-lines.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { invoiceLineKinds } from '../contract.ts'

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
})
export type LineRow = z.infer<typeof LineRow>

export const listLines = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.rows(
    LineRow,
    sql`
    select position, kind, month, environment_id, environment_name, meter, tier, quality,
      description, quantity, included, unit_micros, amount_cents
    from invoice_lines where organization_id = ${id} and invoice_id = ${invoiceId}
    order by position`,
  )

/** A number with three decimals, as the table keeps it. */
const decimal = (thousandths: bigint) => {
  const sign = thousandths < 0n ? '-' : ''
  const digits = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, '0')
  return `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}`
}

/** In one statement: an invoice may have thousands of lines. */
export const insertLines = (
  { id, postgres }: Organization,
  invoiceId: string,
  lines: readonly DrawnLine[],
) =>
  postgres.run(sql`
    insert into invoice_lines (invoice_id, organization_id, position, kind, month, environment_id,
      environment_name, meter, tier, quality, description, quantity, included, unit_micros,
      amount_cents)
    select ${invoiceId}, ${id}, position, kind, month, environment_id, environment_name, meter,
      tier, quality, description, quantity, included, unit_micros, cents
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
      ${lines.map(({ cents }) => cents.toString())}::bigint[])
      as l (position, kind, month, environment_id, environment_name, meter, tier, quality,
        description, quantity, included, unit_micros, cents)`)
