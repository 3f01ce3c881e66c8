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

/** In the running hour, which is not counted yet. */
export const insertDeliveredNow = (
  postgres: Database,
  asset: { id: string; environmentId: string },
  { now, seconds }: { now: Date; seconds: number },
) =>
  postgres.run(sql`
    insert into delivered_seconds (environment_id, asset_id, hour, tier, seconds, bytes)
    values (${asset.environmentId}, ${asset.id}, date_trunc('hour', ${now}::timestamptz), '720p', ${seconds}, 0)`)

export const deletePrices = (postgres: Database) => postgres.run(sql`delete from price_books`)
