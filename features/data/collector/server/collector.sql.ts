import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql as analyticsSql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { outcomes } from '@playhead/collector/runtime/ledger.sql.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const EntryRow = z.object({
  environment_id: z.string(),
  outcome: z.enum(outcomes),
  reason: z.string(),
  count: z.number(),
  /** Of the last whole minutes. */
  recent: z.number(),
  last_minute: z.number(),
})
export type LedgerEntryOfEnvironment = z.infer<typeof EntryRow>

/** Of all tenants, for staff. */
export const listLedgerOfEveryone = (
  clickhouse: ClickHouse,
  {
    start,
    end,
    recentStart,
    recentEnd,
  }: Record<'start' | 'end' | 'recentStart' | 'recentEnd', Date>,
) =>
  clickhouse.rows(
    EntryRow,
    analyticsSql`
    SELECT toString(ledger.environment_id) AS environment_id, outcome, reason, sum(ledger.count) AS count,
      sumIf(ledger.count, minute >= ${recentStart} AND minute < ${recentEnd}) AS recent,
      toUnixTimestamp(max(minute)) AS last_minute
    FROM ledger FINAL
    WHERE minute >= toStartOfMinute(${start}) AND minute < ${end}
    GROUP BY environment_id, outcome, reason`,
  )

const RejectionRow = z.object({
  environment_id: z.string(),
  rejected_at: z.string(),
  reason: z.string(),
  event: z.string(),
  view_id: z.string(),
  player: z.string(),
  user_agent: z.string(),
  environment_key: z.string(),
})

/** Of all tenants, for staff; newest first. */
export const listRejectionsOfEveryone = (clickhouse: ClickHouse, start: Date, limit: number) =>
  clickhouse.rows(
    RejectionRow,
    analyticsSql`
    SELECT toString(rejections.environment_id) AS environment_id, rejected_at, reason, event, view_id,
      player, user_agent, environment_key
    FROM rejections WHERE rejected_at >= ${start}
    ORDER BY rejected_at DESC LIMIT ${uint(limit)}`,
  )

const PlaceRow = z.object({
  id: z.uuid(),
  name: z.string(),
  organization_name: z.string(),
  key: z.string(),
})

/** Of all tenants, for staff: those named, and the ones made last, which may wait for their first event. */
export const listCollectingEnvironments = (
  postgres: Database,
  ids: readonly string[],
  limit: number,
) =>
  postgres.rows(
    PlaceRow,
    sql`
    select e.id, e.name, o.name as organization_name, e.key
    from environments e join organizations o on o.id = e.organization_id
    order by (e.id = any(${ids}::uuid[])) desc, e.created_at desc, e.id limit ${limit}`,
  )
