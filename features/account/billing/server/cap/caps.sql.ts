import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type CapAction, capActions } from '../../contract.ts'

const CapRow = z.object({
  organization_id: z.uuid(),
  organization_name: z.string(),
  cents: z.coerce.number(),
  action: z.enum(capActions),
  spent_month: z.string().nullable(),
  spent_cents: z.coerce.number().nullable(),
  checked_at: z.date().nullable(),
})
export type CapRow = z.infer<typeof CapRow>

const caps = sql`
  select c.organization_id, o.name as organization_name, c.cents::text as cents, c.action,
    c.spent_month, c.spent_cents::text as spent_cents, c.checked_at
  from spending_caps c join organizations o on o.id = c.organization_id`

export const findCap = ({ id, postgres }: Organization) =>
  postgres.maybeRow(CapRow, sql`${caps} where c.organization_id = ${id}`)

export const listAllCaps = (postgres: Database) =>
  postgres.rows(CapRow, sql`${caps} order by c.organization_id`)

/** What was spent stays known, so that a lower cap holds at once. */
export const setCap = (
  { id, postgres }: Organization,
  { cents, action }: { cents: number; action: CapAction },
) =>
  postgres.run(sql`
    insert into spending_caps (organization_id, cents, action) values (${id}, ${cents}, ${action})
    on conflict (organization_id) do update set cents = excluded.cents, action = excluded.action`)

export const deleteCap = ({ id, postgres }: Organization) =>
  postgres.run(sql`delete from spending_caps where organization_id = ${id}`)

export const setSpent = (
  { id, postgres }: Organization,
  { month, cents, now }: { month: string; cents: number | undefined; now: Date },
) =>
  postgres.run(sql`
    update spending_caps set spent_month = ${month}, spent_cents = ${cents ?? null},
      checked_at = ${now}
    where organization_id = ${id}`)

const IdRow = z.object({ organization_id: z.uuid() })

/** Organizations whose video is no longer delivered this month. */
export const listStopped = async (postgres: Database, month: string) =>
  (
    await postgres.rows(
      IdRow,
      sql`
      select organization_id from spending_caps
      where action = 'stop_delivery' and spent_month = ${month} and spent_cents >= cents`,
    )
  ).map(({ organization_id: id }) => id)
