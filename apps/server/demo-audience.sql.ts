import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Stretch = z.object({ from: z.number(), to: z.number(), overBy: z.number() })

/** The stored state of one demo audience. */
const AudienceState = z.object({
  world: z.enum(['northlight', 'staging', 'harbour']),
  seed: z.string(),
  isLive: z.boolean(),
  /** Time ranges of the past that are not stored yet. */
  missing: z.array(Stretch),
  /** When the live audience was last running; null before its first run. */
  aliveAt: z.number().nullable(),
})
export type AudienceState = z.infer<typeof AudienceState>

const AudienceRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  key: z.string(),
  value: AudienceState,
})

const nameOf = (environmentId: string) => `demo_audience/${environmentId}`

/** Audiences of environments that still exist. */
export const listAudiences = (postgres: Database) =>
  postgres.rows(
    AudienceRow,
    sql`
    select e.id, e.organization_id, e.key, s.value from server_state s
    join environments e on s.name = 'demo_audience/' || e.id order by s.name`,
  )

export const writeAudience = (postgres: Database, environmentId: string, state: AudienceState) =>
  postgres.run(sql`
    insert into server_state (name, value) values (${nameOf(environmentId)}, ${sql.json(state)})
    on conflict (name) do update set value = excluded.value`)
