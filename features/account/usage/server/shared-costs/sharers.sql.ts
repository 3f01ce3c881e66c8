import { z } from 'zod'
import { type Meter, meterNames } from '@playhead/domain/usage.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { Thousandths } from '../report/months.ts'

interface Span {
  from: Date
  until: Date
}

const LifeRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  began_at: z.date().nullable(),
  deleted_at: z.date().nullable(),
})

/** From when until when each environment of the server was there; one that was removed began with its first usage. */
export const listLives = (postgres: Database) =>
  postgres.rows(
    LifeRow,
    sql`
    select coalesce(e.id, u.environment_id) as id,
      coalesce(e.organization_id, u.organization_id) as organization_id,
      least(e.created_at, (select min(hour) from usage_hours h
        where h.environment_id = coalesce(e.id, u.environment_id))) as began_at,
      u.deleted_at
    from environments e full join usage_environments u on u.environment_id = e.id
    where e.id is not null or u.deleted_at is not null`,
  )

const AmountRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  month: z.string(),
  meter: z.enum(meterNames),
  thousandths: Thousandths,
})

/** What every environment of the server used in each month. */
export const sumByMonth = (postgres: Database, { from, until }: Span, meters: readonly Meter[]) =>
  postgres.rows(
    AmountRow,
    sql`
    select environment_id as id, organization_id, to_char(month, 'YYYY-MM') as month, meter,
      (sum * 1000)::numeric(40, 0)::text as thousandths
    from (
      select environment_id, organization_id, date_trunc('month', hour at time zone 'UTC') as month,
        meter, sum(quantity) as sum
      from usage_hours where hour >= ${from} and hour < ${until} and meter = any(${[...meters]})
      group by 1, 2, 3, 4
    ) grouped`,
  )
