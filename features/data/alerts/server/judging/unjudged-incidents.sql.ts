import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { incidentTypes } from '@playhead/features/data/incidents/contract'

const Row = z.object({
  id: z.uuid(),
  type: z.enum(incidentTypes),
  environment_id: z.uuid(),
  channel_ids: z.array(z.uuid()).nullable(),
  is_cancelled: z.boolean(),
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
})

/** All open incidents, with what decides whether they are judged. */
export const listOpenIncidents = (postgres: Database) =>
  postgres.rows(
    Row,
    sql`
    select i.id, i.type, i.environment_id, r.channel_ids, o.cancelled_at is not null as is_cancelled,
      o.plan, o.plan_flags, o.feature_overrides
    from incidents i join environments e on e.id = i.environment_id
      join organizations o on o.id = e.organization_id
      left join alert_rules r on r.id = i.rule_id
    where i.status = 'open' order by i.started_at, i.id`,
  )
