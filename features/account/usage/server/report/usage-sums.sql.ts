import { z } from 'zod'
import { meterNames } from '@playhead/domain/usage.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { Thousandths } from './months.ts'

export const SumRow = z.object({
  key: z.string(),
  meter: z.enum(meterNames),
  tier: z.string(),
  quality: z.string(),
  thousandths: Thousandths,
})
export type SumRow = z.infer<typeof SumRow>

export interface Slice {
  from: Date
  until: Date
  environmentId?: string | undefined
}

/** What rows are grouped by, and how a group is named: names are written once for each group. */
const groups = {
  all: { of: sql`''`, name: sql`of` },
  environment: { of: sql`environment_id`, name: sql`of::text` },
  day: { of: sql`(hour at time zone 'UTC')::date`, name: sql`to_char(of, 'YYYY-MM-DD')` },
}

export type HourGroup = keyof typeof groups

/** Byte-hours of a month do not fit into 64 bits from 13 terabytes on. */
export const sumUsage = (
  organization: Organization,
  { from, until, environmentId }: Slice,
  by: HourGroup,
) =>
  organization.postgres.rows(
    SumRow,
    sql`
    select ${groups[by].name} as key, meter, tier, quality, (sum * 1000)::numeric(40, 0)::text as thousandths
    from (
      select ${groups[by].of} as of, meter, tier, quality, sum(quantity) as sum from usage_hours
      where organization_id = ${organization.id} and hour >= ${from} and hour < ${until}
        and (${environmentId ?? null}::uuid is null or environment_id = ${environmentId ?? null})
      group by 1, 2, 3, 4
    ) grouped order by 1, 2, 3, 4`,
  )

const NamedRow = z.object({ id: z.uuid(), name: z.string(), deleted_at: z.date().nullable() })
export type NamedRow = z.infer<typeof NamedRow>

/** With those that were removed. */
export const listNames = (organization: Organization) =>
  organization.postgres.rows(
    NamedRow,
    sql`
    select coalesce(e.id, u.environment_id) as id, coalesce(e.name, u.name) as name, u.deleted_at
    from (select id, name from environments where organization_id = ${organization.id}) e
    full join (select * from usage_environments where organization_id = ${organization.id}) u
      on u.environment_id = e.id`,
  )

const UntilRow = z.object({ counted_until: z.date().nullable(), closed_until: z.date().nullable() })

/** The least of all environments that still are. */
export const findCountedUntil = (organization: Organization) =>
  organization.postgres.row(
    UntilRow,
    sql`
    select min(m.counted_until) as counted_until, min(m.closed_until) as closed_until
    from usage_marks m join environments e on e.id = m.environment_id
    where e.organization_id = ${organization.id}`,
  )
