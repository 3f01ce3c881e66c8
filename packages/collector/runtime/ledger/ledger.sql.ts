import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { int, uint } from '@playhead/clickhouse/typed-value.ts'
import { contentLeft } from '../../cmcd/content-change.ts'
import type { EventsTenant } from '../events/events.sql.ts'

export const outcomes = ['stored', 'duplicate', 'rejected', 'shed'] as const
export type Outcome = (typeof outcomes)[number]

export interface LedgerRow {
  environment_id: string
  /** Seconds since 1970. */
  minute: number
  outcome: Outcome
  reason: string
  run: number
  count: number
  counted_batch: number
  version: number
}

export const insertLedgerRows = (clickhouse: ClickHouse, rows: readonly LedgerRow[]) =>
  clickhouse.insert('ledger', rows)

const UncountedRow = z.object({
  environment_id: z.string(),
  minute: z.number(),
  count: z.number(),
  batch: z.number(),
})

const CountedRow = z.object({ batch: z.number() })

/** How much older an uncounted batch can be than the newest counted one. */
const lagMs = 3_600_000

/** Stored events that no ledger row counts, because the process ended between the two writes. */
export const listUncounted = async (clickhouse: ClickHouse) => {
  const [counted] = await clickhouse.rows(
    CountedRow,
    sql`SELECT max(counted_batch) AS batch FROM ledger`,
  )
  const since = Math.max(0, Math.floor((counted?.batch ?? 0) / 1000) - lagMs)
  return clickhouse.rows(
    UncountedRow,
    sql`SELECT e.environment_id AS environment_id, toUnixTimestamp(toStartOfMinute(e.received_at)) AS minute,
        count() AS count, max(e.batch) AS batch
      FROM events AS e GLOBAL LEFT JOIN (
        SELECT environment_id, max(counted_batch) AS counted FROM ledger GROUP BY environment_id
      ) AS l ON l.environment_id = e.environment_id
      WHERE e.received_at > fromUnixTimestamp64Milli(${int(since)}) AND e.batch > l.counted
        AND NOT (e.source = 'cmcd' AND e.name = ${contentLeft})
      GROUP BY environment_id, minute`,
  )
}

interface LedgerTimeframe {
  start: Date
  end: Date
}

const TotalRow = z.object({ outcome: z.enum(outcomes), reason: z.string(), count: z.number() })

interface LedgerTotals {
  received: number
  stored: number
  duplicate: number
  rejected: number
  /** Counts requests, not events: their players send them again. */
  shedRequests: number
  reasons: { outcome: Outcome; reason: string; count: number }[]
}

/** Outcome of all events that an environment received. `unknownEnvironmentId` has those without a known environment. */
export const readLedger = async (
  tenant: EventsTenant,
  { start, end }: LedgerTimeframe,
): Promise<LedgerTotals> => {
  const reasons = await tenant.clickhouse.rows(
    TotalRow,
    sql`SELECT outcome, reason, sum(count) AS count FROM ledger FINAL
      WHERE environment_id = toUUID(${tenant.id}) AND minute >= toStartOfMinute(${start}) AND minute < ${end}
      GROUP BY outcome, reason ORDER BY count DESC, outcome, reason`,
  )
  const of = (outcome: Outcome) =>
    reasons.filter((row) => row.outcome === outcome).reduce((sum, row) => sum + row.count, 0)
  const [stored, duplicate, rejected] = [of('stored'), of('duplicate'), of('rejected')]
  return {
    received: stored + duplicate + rejected,
    stored,
    duplicate,
    rejected,
    shedRequests: of('shed'),
    reasons,
  }
}

export interface Rejection {
  environment_id: string
  /** Milliseconds since 1970. */
  rejected_at: number
  reason: string
  event: string
  view_id: string
  player: string
  user_agent: string
  environment_key: string
}

export const insertRejections = (clickhouse: ClickHouse, rejections: readonly Rejection[]) =>
  clickhouse.insert(
    'rejections',
    rejections.map((row) => ({ ...row, rejected_at: new Date(row.rejected_at).toISOString() })),
  )

const RejectionRow = z.object({
  rejected_at: z.string(),
  reason: z.string(),
  event: z.string(),
  view_id: z.string(),
  player: z.string(),
  user_agent: z.string(),
  environment_key: z.string(),
})
export type ReadRejection = z.infer<typeof RejectionRow>

/** Newest first; a sample, not all rejections. */
export const listRejections = (
  tenant: EventsTenant,
  { limit = 50 }: { limit?: number } = {},
): Promise<ReadRejection[]> =>
  tenant.clickhouse.rows(
    RejectionRow,
    sql`SELECT rejected_at, reason, event, view_id, player, user_agent, environment_key FROM rejections
      WHERE environment_id = toUUID(${tenant.id}) ORDER BY rejected_at DESC LIMIT ${uint(limit)}`,
  )
