import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const StageRow = z.object({
  id: z.uuid(),
  key: z.string(),
  organization_id: z.uuid(),
  /** Of an earlier start. */
  live_stream_id: z.uuid().nullable(),
})

const nameOf = (environmentId: string) => `demo_live/${environmentId}`

/** The environment of the demo that its live stream belongs to; undefined once a person has deleted it. */
export const findStage = (postgres: Database) =>
  postgres.maybeRow(
    StageRow,
    sql`
    select e.id, e.key, e.organization_id, l.value->>'live_stream_id' as live_stream_id
    from server_state s
    join environments e on s.name = 'demo_audience/' || e.id
    left join server_state l on l.name = 'demo_live/' || e.id
    where s.value->>'world' = 'northlight' order by e.created_at limit 1`,
  )

export const writeStage = (postgres: Database, environmentId: string, liveStreamId: string) =>
  postgres.run(sql`
    insert into server_state (name, value)
    values (${nameOf(environmentId)}, ${sql.json({ live_stream_id: liveStreamId })})
    on conflict (name) do update set value = excluded.value`)
