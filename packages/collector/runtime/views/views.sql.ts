import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { EventsTenant } from '../events/events.sql.ts'

const WrittenRow = z.object({
  view_id: z.string(),
  start: z.number(),
  end: z.number(),
  version: z.number(),
  inserted: z.number(),
  updated: z.number(),
})
export type WrittenView = z.infer<typeof WrittenRow>

/** Rows are found by the end of the view, which is in their key; a table by ids returns it. */
const ofViews = (tenant: EventsTenant, viewIds: readonly string[]) => {
  const ofIds = sql`environment_id = toUUID(${tenant.id}) AND view_id IN ${viewIds}`
  return sql`${ofIds} AND view_end GLOBAL IN (SELECT view_end FROM packed_views WHERE ${ofIds})`
}

/** The rows of these views; more than one per view only where a tombstone is missing. */
export const listWrittenViews = (tenant: EventsTenant, viewIds: readonly string[]) =>
  tenant.clickhouse.rows(
    WrittenRow,
    sql`SELECT view_id, toUnixTimestamp64Milli(view_start) AS start, toUnixTimestamp64Milli(view_end) AS end, version,
        toUnixTimestamp64Milli(inserted_at) AS inserted, toUnixTimestamp64Milli(updated_at) AS updated
      FROM views FINAL WHERE ${ofViews(tenant, viewIds)}`,
  )

const WholeRow = z.record(z.string(), z.unknown())

/** Every column, as text where JSON cannot represent the value. */
export const listWholeViews = (tenant: EventsTenant, viewIds: readonly string[]) =>
  tenant.clickhouse.rows(WholeRow, sql`SELECT * FROM views FINAL WHERE ${ofViews(tenant, viewIds)}`)
