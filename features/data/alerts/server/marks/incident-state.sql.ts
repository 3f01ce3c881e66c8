import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** An incident is open for seven days at most. */
const longestDays = 8

const StateRow = z.object({ environment_id: z.uuid(), open_count: z.number(), state: z.string() })
export type IncidentState = z.infer<typeof StateRow>

/** A text for each environment that is another one after each change of an incident; none without incidents. */
export const listIncidentStates = (
  postgres: Database,
  environmentIds: readonly string[],
  now: Date,
) =>
  postgres.rows(
    StateRow,
    sql`
    select environment_id, (count(*) filter (where status = 'open'))::int as open_count,
      concat_ws(' ', count(*), count(resolved_at), count(acknowledged_at),
        max(started_at), max(resolved_at), max(acknowledged_at)) as state
    from incidents
    where environment_id = any(${environmentIds}::uuid[])
      and started_at > ${now}::timestamptz - make_interval(days => ${longestDays})
    group by environment_id`,
  )
