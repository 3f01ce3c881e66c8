import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

/**
 * Marks every hour of an environment as changed. For writes that replace views of which they know only the key: a view
 * may then have begun in another hour than before, and that hour is in no row that was written.
 */
export const markAllChanged = (clickhouse: ClickHouse, environmentId: string): Promise<void> =>
  clickhouse.command(
    sql`INSERT INTO view_changes
      SELECT environment_id, bucket, hour, max(changed_at), now64(3, 'UTC'), min(first_loss), 0
      FROM view_changes WHERE environment_id = toUUID(${environmentId}) GROUP BY environment_id, bucket, hour
      SETTINGS max_partitions_per_insert_block = 1000`,
  )
