import { z } from 'zod'
import { runInQueue } from '@playhead/analytics/cache/query-cache.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const SeenRow = z.object({ id: z.string(), last_seen_at: z.string() })

/** Reads older versions of views too: they rarely have another sub-property, and excluding them would be expensive. */
export const listSeen = (environment: Environment, limit: number, signal: AbortSignal) =>
  runInQueue(environment, signal, () =>
    environment.clickhouse.rows(
      SeenRow,
      sql`
      SELECT assumeNotNull(sub_property_id) AS id, max(view_end) AS last_seen_at
      FROM views
      WHERE environment_id = toUUID(${environment.id}) AND sub_property_id IS NOT NULL
        AND sub_property_id != '' AND is_deleted = 0
      GROUP BY id ORDER BY last_seen_at DESC LIMIT ${uint(limit)}`,
      { signal },
    ),
  )
