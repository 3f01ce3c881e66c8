import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Delivered seconds of one hour. */
export const insertUsageHour = (
  postgres: Database,
  environment: { id: string; organizationId: string },
  { hour, quantity }: { hour: Date; quantity: number },
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, tier, quantity)
    values (${environment.organizationId}, ${environment.id}, ${hour}, 'delivered', '1080p', ${quantity})`)
