import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const DeliveredHour = z.object({
  hour: z.number(),
  seconds: z.number(),
  bytes: z.coerce.number(),
})

/** Each hour as the number of hours since 1970. */
export const listDeliveredHours = (postgres: Database, assetId: string) =>
  postgres.rows(
    DeliveredHour,
    sql`
    select (extract(epoch from hour) / 3600)::int as hour, seconds, bytes::text as bytes
    from delivered_seconds where asset_id = ${assetId} order by hour`,
  )

export const countBatches = async (postgres: Database) =>
  (
    await postgres.row(
      z.object({ count: z.number() }),
      sql`select count(*)::int as count from delivery_batches`,
    )
  ).count
