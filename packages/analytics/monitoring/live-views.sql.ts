import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { askNewestStep } from './ask-newest-step.sql.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

const LiveRow = z.object({ environment_id: z.uuid(), views: z.number() })

/** The number of running views per environment in the newest complete step; 0 for environments without any. */
export const liveViews = async (
  clickhouse: ClickHouse,
  environmentIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> => {
  const counts = new Map(environmentIds.map((id) => [id, 0]))
  if (environmentIds.length === 0) return counts
  const { newest, isEarly } = await askNewestStep(clickhouse, environmentIds, now)
  const samples = isEarly ? sql`early_samples` : sql`samples`
  const rows = await cachedRowsFrom(
    'samples',
    { clickhouse },
    LiveRow,
    sql`
    SELECT toString(step.environment_id) AS environment_id, countIf(is_watching) AS views FROM ${samples} AS step
    WHERE step.environment_id IN (SELECT toUUID(arrayJoin(${environmentIds})))
      AND sampled_at = toDateTime(${uint(newest)}, 'UTC')
    GROUP BY step.environment_id`,
    undefined,
  )
  for (const { environment_id: id, views } of rows) counts.set(id, views)
  return counts
}
