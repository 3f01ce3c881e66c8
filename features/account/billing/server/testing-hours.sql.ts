import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

interface Hour {
  hour: Date
  meter: string
  quantity: number
  tier?: string
}

/** What an environment used in an hour, as if it was counted. */
export const insertUsageHour = (
  postgres: Database,
  environment: { id: string; organizationId: string },
  { hour, meter, quantity, tier = '' }: Hour,
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, tier, quantity)
    values (${environment.organizationId}, ${environment.id}, ${hour}, ${meter}, ${tier}, ${quantity})
    on conflict (environment_id, meter, hour, tier, quality, revision)
    do update set quantity = excluded.quantity`)
