import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { unknownEnvironmentId } from '@playhead/collector/runtime/collector-options.ts'
import { outcomes } from '@playhead/collector/runtime/ledger/ledger.sql.ts'

/** The operator's own view, across all tenants. */
const OutcomeRow = z.object({ outcome: z.enum(outcomes), reason: z.string(), count: z.number() })
type OutcomeRow = z.infer<typeof OutcomeRow>

export const listOutcomes = (clickhouse: ClickHouse, since: Date) =>
  clickhouse.rows(
    OutcomeRow,
    sql`SELECT outcome, reason, sum(count) AS count FROM ledger FINAL
      WHERE minute >= toStartOfMinute(${since})
      GROUP BY outcome, reason ORDER BY count DESC, outcome, reason`,
  )

const CountRow = z.object({ count: z.number() })

export const countReceivers = async (clickhouse: ClickHouse, since: Date) => {
  const [row] = await clickhouse.rows(
    CountRow,
    sql`SELECT uniqExact(environment_id) AS count FROM ledger
      WHERE minute >= toStartOfMinute(${since}) AND outcome != 'shed'`,
  )
  return row?.count ?? 0
}

const ReceiverRow = z.object({
  environment_id: z.string(),
  received: z.number(),
  stored: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  reasons: z.array(z.string()),
  reason_counts: z.array(z.number()),
})
export type ReceiverRow = z.infer<typeof ReceiverRow>

/** Environments that received anything, the busiest first; events without an environment come last. */
export const listReceivers = (
  clickhouse: ClickHouse,
  since: Date,
  { page, limit }: { page: number; limit: number },
) =>
  clickhouse.rows(
    ReceiverRow,
    sql`SELECT toString(environment_id) AS environment_id, sum(l.count) AS received,
        sumIf(l.count, outcome = 'stored') AS stored, sumIf(l.count, outcome = 'duplicate') AS duplicate,
        sumIf(l.count, outcome = 'rejected') AS rejected,
        sumMapIf([reason], [l.count], outcome = 'rejected') AS rejections,
        rejections.1 AS reasons, rejections.2 AS reason_counts
      FROM ledger AS l FINAL
      WHERE minute >= toStartOfMinute(${since}) AND outcome != 'shed'
      GROUP BY l.environment_id
      ORDER BY l.environment_id = toUUID(${unknownEnvironmentId}), received DESC, environment_id
      LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)}`,
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
type RejectionRow = z.infer<typeof RejectionRow>

export const listAllRejections = (clickhouse: ClickHouse, since: Date, limit: number) =>
  clickhouse.rows(
    RejectionRow,
    sql`SELECT toString(environment_id) AS environment_id, rejected_at, reason, event, view_id, player,
        user_agent, environment_key
      FROM rejections WHERE rejected_at >= ${since}
      ORDER BY rejected_at DESC LIMIT ${uint(limit)}`,
  )
