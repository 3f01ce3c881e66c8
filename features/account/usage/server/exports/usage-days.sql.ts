import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const HourRow = z.object({
  day: z.string(),
  hour: z.date(),
  meter: z.string(),
  tier: z.string(),
  quality: z.string(),
  quantity: z.string(),
  /** What the hour was counted from. */
  source: z.string(),
})
export type HourRow = z.infer<typeof HourRow>

/** With corrections: what each hour is known to be now. */
export const listHours = (
  postgres: Database,
  environmentId: string,
  { from, until }: { from: Date; until: Date },
) =>
  postgres.rows(
    HourRow,
    sql`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, hour, meter, tier, quality,
      sum(quantity)::text as quantity, source
    from usage_hours
    where environment_id = ${environmentId} and hour >= ${from} and hour < ${until}
    group by hour, meter, tier, quality, source having sum(quantity) <> 0
    order by hour, meter, tier, quality`,
  )

const FoundRow = z.object({ count: z.number() })

export const isEnvironmentThere = async (postgres: Database, environmentId: string) =>
  (
    await postgres.row(
      FoundRow,
      sql`select count(*)::int as count from environments where id = ${environmentId}`,
    )
  ).count === 1
