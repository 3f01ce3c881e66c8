import { z } from 'zod'
import { sharingNames } from '@playhead/domain/usage.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { SharedCostInput } from '../../shared-costs-contract.ts'

const SharedCostRow = z.object({
  id: z.uuid(),
  name: z.string(),
  cents_per_month: z.coerce.number(),
  shared_by: z.enum(sharingNames),
  valid_from: z.string(),
  valid_until: z.string().nullable(),
})
export type SharedCostRow = z.infer<typeof SharedCostRow>

const columns = sql`id, name, cents_per_month::text as cents_per_month, shared_by,
  to_char(valid_from, 'YYYY-MM-DD') as valid_from, to_char(valid_until, 'YYYY-MM-DD') as valid_until`

/** Those that go on first, by name. */
export const listSharedCosts = (postgres: Database) =>
  postgres.rows(
    SharedCostRow,
    sql`
    select ${columns} from shared_costs
    order by shared_costs.valid_until desc nulls first, lower(name), shared_costs.valid_from, id`,
  )

/** Those with a day in the span. */
export const listSharedCostsIn = (
  postgres: Database,
  { from, until }: { from: Date; until: Date },
) =>
  postgres.rows(
    SharedCostRow,
    sql`
    select ${columns} from shared_costs c
    where c.valid_from < ${until}::timestamptz at time zone 'UTC'
      and (c.valid_until is null or c.valid_until + 1 > ${from}::timestamptz at time zone 'UTC')
    order by lower(name), c.valid_from, id`,
  )

/** Locked until the end of the transaction, so that the change and its audit entry agree. */
export const lockSharedCost = (postgres: Database, id: string) =>
  postgres.maybeRow(
    SharedCostRow,
    sql`select ${columns} from shared_costs where id = ${id} for update`,
  )

export const insertSharedCost = (postgres: Database, cost: SharedCostInput) =>
  postgres.row(
    SharedCostRow,
    sql`
    insert into shared_costs (name, cents_per_month, shared_by, valid_from, valid_until)
    values (${cost.name}, ${cost.cents_per_month}, ${cost.shared_by}, ${cost.valid_from},
      ${cost.valid_until})
    returning ${columns}`,
  )

export const updateSharedCost = (postgres: Database, id: string, cost: SharedCostInput) =>
  postgres.row(
    SharedCostRow,
    sql`
    update shared_costs set name = ${cost.name}, cents_per_month = ${cost.cents_per_month},
      shared_by = ${cost.shared_by}, valid_from = ${cost.valid_from},
      valid_until = ${cost.valid_until}
    where id = ${id} returning ${columns}`,
  )

export const deleteSharedCost = (postgres: Database, id: string) =>
  postgres.run(sql`delete from shared_costs where id = ${id}`)
