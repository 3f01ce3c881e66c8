import type { PlanRow } from '../subscription/plans.sql.ts'

export const presentPlan = (row: PlanRow) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  fees: row.fees,
  currency: row.currency,
  included: row.included,
  overage: row.overage,
  features: row.flags,
  is_self_service: row.is_self_service,
})

const order = [
  'Free',
  'Lite',
  'Pay as you go',
  'Starter',
  'Developer',
  'Pro',
  'Self-service Media',
  'Custom',
]

/** Versions of a plan together, the newest first. */
export const byPlan = (rows: readonly PlanRow[]) =>
  rows.toSorted(
    (one, other) =>
      order.indexOf(one.name) - order.indexOf(other.name) || other.version - one.version,
  )

/** The cheapest first; plans of one fee in a fixed order. The fee of a plan that is agreed with its customer says nothing: it is last. */
export const inOrder = (rows: readonly PlanRow[]) =>
  rows.toSorted(
    (one, other) =>
      Number(other.is_self_service) - Number(one.is_self_service) ||
      one.fees.month - other.fees.month ||
      order.indexOf(one.name) - order.indexOf(other.name),
  )
