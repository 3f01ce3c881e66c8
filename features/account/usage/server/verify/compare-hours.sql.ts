import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Meter } from '@playhead/domain/usage.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { HourRange } from '../counting/hour-range.ts'
import type { UsageSource } from '../counting/usage-hours.sql.ts'

const SumRow = z.object({ meter: z.string(), quantity: z.coerce.number() })

export const sumHours = (
  { id, postgres }: Environment,
  { from, until }: HourRange,
  { name, meters }: { name: UsageSource; meters: readonly Meter[] },
) =>
  postgres.rows(
    SumRow,
    sql`
    select meter, sum(quantity)::text as quantity from usage_hours
    where environment_id = ${id} and hour >= ${from} and hour < ${until} and source = ${name}
      and meter = any(${meters})
    group by meter`,
  )

interface Finding {
  meter: string
  counted: number
  in_sources: number
}

export const replaceFindings = (
  { id, postgres }: Environment,
  findings: readonly Finding[],
  at: Date,
) =>
  postgres.transaction(async (transaction) => {
    await transaction.run(sql`delete from usage_findings where environment_id = ${id}`)
    for (const { meter, counted, in_sources: inSources } of findings)
      await transaction.run(sql`
        insert into usage_findings (environment_id, meter, counted, in_sources, checked_at)
        values (${id}, ${meter}, ${counted}, ${inSources}, ${at})`)
  })

const FoundRow = z.object({ environments: z.number(), meters: z.number() })

export const countFindings = (postgres: Database) =>
  postgres.row(
    FoundRow,
    sql`
    select count(distinct f.environment_id)::int as environments, count(*)::int as meters
    from usage_findings f join environments e on e.id = f.environment_id`,
  )
