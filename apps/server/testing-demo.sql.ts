import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const HoursRow = z.object({ hours: z.coerce.number() })

/** In how many hours views ended, over all environments. */
export const countHoursWithViews = async (clickhouse: ClickHouse) => {
  const [row] = await clickhouse.rows(
    HoursRow,
    sql`SELECT uniqExact(toStartOfHour(view_end)) AS hours FROM views`,
  )
  return row?.hours
}
