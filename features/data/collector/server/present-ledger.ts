import type { z } from 'zod/mini'
import type { Outcome, ReadRejection } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import type { LedgerCounts, LedgerEnvironment, Rejection } from '../contract.ts'
import type { NamedRow } from './environments.sql.ts'
import type { ReceiverRow } from './ledger.sql.ts'

interface OutcomeCount {
  outcome: Outcome
  reason: string
  count: number
}

export const reasonsOf = (rows: readonly OutcomeCount[], outcome: Outcome) =>
  rows
    .filter((row) => row.outcome === outcome)
    .map(({ reason, count }) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))

export const presentCounts = (rows: readonly OutcomeCount[]): z.infer<typeof LedgerCounts> => {
  const of = (outcome: Outcome) =>
    reasonsOf(rows, outcome).reduce((sum, { count }) => sum + count, 0)
  const [stored, duplicate, rejected] = [of('stored'), of('duplicate'), of('rejected')]
  return {
    received: stored + duplicate + rejected,
    stored,
    duplicate,
    rejected,
    rejections: reasonsOf(rows, 'rejected'),
  }
}

/** Omits the key, which is needed only where a player is set up. */
export const presentNamed = (row: NamedRow | undefined) =>
  row
    ? {
        id: row.id,
        name: row.name,
        organization_id: row.organization_id,
        organization_name: row.organization_name,
      }
    : null

export const presentReceiver = (
  { environment_id: id, reasons, reason_counts: counts, ...row }: ReceiverRow,
  named: ReadonlyMap<string, NamedRow>,
  nobody: string,
): z.infer<typeof LedgerEnvironment> => ({
  environment: presentNamed(named.get(id)),
  environment_id: id === nobody ? null : id,
  received: row.stored + row.duplicate + row.rejected,
  stored: row.stored,
  duplicate: row.duplicate,
  rejected: row.rejected,
  rejections: reasonsOf(
    reasons.map((reason, index) => ({ outcome: 'rejected', reason, count: counts[index] ?? 0 })),
    'rejected',
  ),
})

export const presentRejection = (row: ReadRejection): z.infer<typeof Rejection> => ({
  rejected_at: new Date(row.rejected_at).toISOString(),
  reason: row.reason,
  event: row.event || null,
  view_id: row.view_id || null,
  player: row.player || null,
  user_agent: row.user_agent || null,
  environment_key: row.environment_key || null,
})
